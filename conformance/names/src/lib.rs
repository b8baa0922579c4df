//! One small game under many names: see `build.rs`.

mod games {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

#[cfg(test)]
mod tests {
    use super::games;
    use wazir_runtime::{Compact, Position};

    fn count<P: Position>() -> (String, u64) {
        (P::info().id.to_string(), P::start().count())
    }

    type Game = (&'static str, fn() -> (String, u64));

    const GAMES: &[Game] = include!(concat!(env!("OUT_DIR"), "/list.rs"));

    #[test]
    fn each_is_the_game_it_is_called() {
        assert!(GAMES.len() > 20);
        for (name, count) in GAMES {
            assert_eq!(count(), (name.to_string(), 3));
        }
    }
}
