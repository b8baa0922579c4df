//! [`Writer`]: a thread that writes what all games want written, many at once, so that one wait for the disk does for all of them.

use crate::{
    Moment, Store, Write,
    record::{Entry, Summary},
    store::{Forget, StoreError},
};
use std::{
    io,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

/// So many writes are done at once.
const MOST_AT_ONCE: usize = 512;

type Answer<T> = Box<dyn FnOnce(Result<T, StoreError>) + Send>;
/// Something that is asked of the store, with the answer.
type Question = Box<dyn FnOnce(&mut dyn Store) + Send>;

enum Order {
    Append(Vec<Write>, Answer<()>),
    Do(Question),
}

/// The thread to which a store belongs. Clones are one and the same; it ends with the last of them, when everything is written.
#[derive(Clone)]
pub struct Writer(Sender<Order>);

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn new(store: Box<dyn Store>) -> io::Result<Writer> {
        let (orders, taken) = channel();
        thread::Builder::new().name("journal".to_string()).spawn(move || serve(store, &taken))?;
        Ok(Writer(orders))
    }

    fn order(&self, order: Order) {
        // The thread ends after the last writer only; if it has panicked, answers are dropped, which whoever waits for them notices.
        let _ = self.0.send(order);
    }

    /// Writes all of this or nothing, and answers when it is on disk, from the thread of the store. What is asked first is written first.
    pub fn append(&self, writes: Vec<Write>, answer: impl FnOnce(Result<(), StoreError>) + Send + 'static) {
        self.order(Order::Append(writes, Box::new(answer)));
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
        answer: impl FnOnce(Result<T, StoreError>) + Send + 'static,
    ) {
        self.order(Order::Do(Box::new(move |store| answer(question(store)))));
    }

    /// [`Store::load`], in the thread of the store.
    pub fn load(&self, game: String, answer: impl FnOnce(Result<Vec<Entry>, StoreError>) + Send + 'static) {
        self.ask(move |store| store.load(&game), answer);
    }

    /// [`Store::games_of`], in the thread of the store.
    pub fn games_of(
        &self,
        owner: String,
        most: usize,
        answer: impl FnOnce(Result<Vec<Summary>, StoreError>) + Send + 'static,
    ) {
        self.ask(move |store| store.games_of(&owner, most), answer);
    }

    /// [`Store::lease`], in the thread of the store, of many games at once: those that are not ours.
    pub fn lease(
        &self,
        games: Vec<String>,
        instance: String,
        (now, until): (Moment, Moment),
        answer: impl FnOnce(Result<Vec<String>, StoreError>) + Send + 'static,
    ) {
        let question = move |store: &mut dyn Store| store.lease(&games, &instance, now, until);
        self.ask(question, answer);
    }

    /// [`Store::release`], in the thread of the store.
    pub fn release(
        &self,
        game: String,
        instance: String,
        answer: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) {
        self.ask(move |store| store.release(&game, &instance), answer);
    }

    /// [`Store::forget`], in the thread of the store.
    pub fn forget(&self, which: Forget, answer: impl FnOnce(Result<usize, StoreError>) + Send + 'static) {
        self.ask(move |store| store.forget(which), answer);
    }
}

fn serve(mut store: Box<dyn Store>, orders: &Receiver<Order>) {
    while let Ok(order) = orders.recv() {
        let mut next = Some(order);
        while let Some(order) = next.take() {
            match order {
                Order::Do(work) => work(&mut *store),
                Order::Append(writes, answer) => {
                    let mut batch = vec![(writes, answer)];
                    // Whatever has come meanwhile is written with it.
                    while batch.len() < MOST_AT_ONCE {
                        match orders.try_recv() {
                            Ok(Order::Append(writes, answer)) => batch.push((writes, answer)),
                            Ok(other) => {
                                next = Some(other);
                                break;
                            }
                            Err(_) => break,
                        }
                    }
                    write(&mut *store, batch);
                }
            }
        }
    }
}

/// Writes everything at once; if that fails, each by itself, so that nobody suffers for another's fault.
fn write(store: &mut dyn Store, batch: Vec<(Vec<Write>, Answer<()>)>) {
    let (all, answers): (Vec<Vec<Write>>, Vec<Answer<()>>) = batch.into_iter().unzip();
    let together: Vec<Write> = all.iter().flatten().cloned().collect();
    match store.append(&together) {
        Ok(()) => answers.into_iter().for_each(|answer| answer(Ok(()))),
        Err(error) if all.len() == 1 => answers.into_iter().for_each(|answer| answer(Err(error.clone()))),
        Err(_) => all.iter().zip(answers).for_each(|(writes, answer)| answer(store.append(writes))),
    }
}
