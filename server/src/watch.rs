//! Watching the file that is served: what it extends as well.

use crate::{App, Change};
use std::{collections::BTreeMap, fs, time::Duration};

/// How often is looked.
const EVERY: Duration = Duration::from_millis(400);

/// Looks at the file that is served again and again, and tells when its game has changed, until the server ends. A game of the program is not watched.
pub async fn watch(app: App) {
    let Some(file) = app.file().map(str::to_string) else { return };
    let mut known = look(&app, &file).await;
    loop {
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            () = app.closed() => return,
        }
        let now = look(&app, &file).await;
        // A file that is being replaced may not be there for a moment.
        if now == known || now.get(&file).is_none_or(Option::is_none) {
            continue;
        }
        known = now;
        let (of, name) = (app.clone(), file.clone());
        let served = app.work().run(crate::Whose::Ours, move || of.games().serve(&name)).await;
        let change = match served {
            Ok(Ok(game)) => Change::Game(game),
            Ok(Err(why)) => Change::Wrong(why),
            Err(problem) => Change::Wrong(problem.detail),
        };
        app.forget_list();
        // Nobody may be there to hear it.
        let _ = app.changes().send(change);
    }
}

/// The texts of the file and of those it extends, as far as they can be read.
async fn look(app: &App, file: &str) -> BTreeMap<String, Option<Vec<u8>>> {
    let (app, file) = (app.clone(), file.to_string());
    let read = tokio::task::spawn_blocking(move || {
        let files = app.games().served_files().into_iter().chain([file]);
        files.map(|file| (file.clone(), fs::read(&file).ok())).collect()
    });
    read.await.unwrap_or_default()
}
