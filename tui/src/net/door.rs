//! [`Door`]: who is in the handshake with a host. Nobody can fill it: whoever comes late has a place, and whoever has been there longest without getting on makes room.

use super::limits::{AT_THE_DOOR, AT_THE_DOOR_BY_ADDRESS};
use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::task::AbortHandle;

/// Those at the door, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Door(Arc<Mutex<Visitors>>);

#[derive(Debug, Default)]
struct Visitors {
    list: Vec<Visitor>,
    /// How many have come so far.
    came: u64,
}

#[derive(Debug)]
struct Visitor {
    number: u64,
    from: IpAddr,
    has_greeted: bool,
    /// Ends the handshake.
    away: Option<AbortHandle>,
}

/// A place at the door, until it is dropped.
pub(super) struct Place {
    door: Door,
    number: u64,
}

impl Door {
    /// A place for somebody from this address; if there is none, whoever is in the way is sent away.
    pub(super) fn come(&self, from: IpAddr) -> Place {
        let from = network(from);
        let mut guard = self.visitors();
        let number = guard.came;
        guard.came += 1;
        let visitors = &mut guard.list;
        let count = |from: IpAddr| visitors.iter().filter(|visitor| visitor.from == from).count();
        let crowd = if count(from) >= AT_THE_DOOR_BY_ADDRESS {
            Some(from)
        } else if visitors.len() >= AT_THE_DOOR {
            visitors.iter().map(|visitor| visitor.from).max_by_key(|from| count(*from))
        } else {
            None
        };
        if let Some(crowd) = crowd {
            let of_crowd = |greeted: bool| {
                let is_meant = move |visitor: &Visitor| visitor.from == crowd && visitor.has_greeted == greeted;
                visitors.iter().position(is_meant)
            };
            if let Some(index) = of_crowd(false).or_else(|| of_crowd(true)) {
                let gone = visitors.remove(index);
                if let Some(away) = gone.away {
                    away.abort();
                }
            }
        }
        visitors.push(Visitor { number, from, has_greeted: false, away: None });
        drop(guard);
        Place { door: self.clone(), number }
    }

    fn visitors(&self) -> MutexGuard<'_, Visitors> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with(&self, number: u64, change: impl FnOnce(&mut Visitor)) {
        let mut visitors = self.visitors();
        if let Some(visitor) = visitors.list.iter_mut().find(|visitor| visitor.number == number) {
            change(visitor);
        }
    }

    /// How the visitor of this number is sent away.
    pub(super) fn set_away(&self, number: u64, away: AbortHandle) {
        self.with(number, |visitor| visitor.away = Some(away));
    }
}

impl Place {
    /// The visitor's number.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
    /// Whoever has it has said hello.
    pub(super) fn has_greeted(&self) {
        self.door.with(self.number, |visitor| visitor.has_greeted = true);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.door.visitors().list.retain(|visitor| visitor.number != self.number);
    }
}

/// Addresses that one person can have many of count as one: those of IPv6 with the same first 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(door: &Door) -> usize {
        door.visitors().list.len()
    }
    fn is_there(place: &Place) -> bool {
        place.door.visitors().list.iter().any(|visitor| visitor.number == place.number)
    }
    fn v4(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn those_who_are_silent_make_room() {
        let door = Door::default();
        let polite = door.come(v4(1));
        polite.has_greeted();
        let silent: Vec<Place> = (0..100).map(|_| door.come(v4(1))).collect();
        assert!(is_there(&polite), "who has said hello stays before those who have not");
        assert_eq!(count(&door), AT_THE_DOOR_BY_ADDRESS);
        let other = door.come(v4(2));
        assert!(is_there(&other) && is_there(&silent[99]) && !is_there(&silent[0]));
        drop(silent);
        assert_eq!(count(&door), 2);
        for _ in 0..AT_THE_DOOR_BY_ADDRESS {
            std::mem::forget(door.come(v4(1)));
        }
        door.visitors().list.iter_mut().for_each(|visitor| visitor.has_greeted = true);
        let late = door.come(v4(1));
        assert!(is_there(&late) && !is_there(&polite), "nobody fills the door by saying hello either");
    }

    #[test]
    fn the_largest_crowd_makes_room() {
        let door = Door::default();
        let first = door.come(v4(200));
        let crowd: Vec<Place> = (0..200).map(|index| door.come(v4(index % 150))).collect();
        assert_eq!(count(&door), AT_THE_DOOR);
        assert!(crowd.last().is_some_and(is_there));
        // Somebody who is alone at his address stays as long as there are crowds.
        let door = Door::default();
        let alone = door.come(v4(200));
        let crowds: Vec<Place> = (0..200).map(|index| door.come(v4(index % 20))).collect();
        assert!(is_there(&alone) && crowds.last().is_some_and(is_there));
        drop(first);
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let at = |text: &str| network(text.parse().unwrap_or(v4(0)));
        assert_eq!(at("2001:db8::1"), at("2001:db8:0:0:ffff::2"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:10.0.0.1"), v4(1));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
