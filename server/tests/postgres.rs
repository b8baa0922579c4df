//! Two servers with one PostgreSQL: a game lives on the one that holds its lease. Where none is installed, that is said, and nothing is tested.
#![cfg(unix)]

#[path = "../../live/tests/common/cluster.rs"]
mod cluster;
mod common;

use common::socket::Host;
use serde_json::json;
use wazir_server::Setup;

#[test]
fn a_game_lives_on_one_of_two_servers() {
    let Some(cluster) = cluster::Cluster::start() else { return };
    let setup = Setup { db: Some(cluster.url()), ..Setup::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let one = Host::new(&["chess"], setup.clone()).await;
        let other = Host::new(&["chess"], setup).await;
        let (id, first, second) = one.of_two("chess", None).await;
        let (mut white, _) = one.sit(&id, &[&first]).await;
        let (mut black, _) = one.sit(&id, &[&second]).await;
        white.play("e2e4").await;
        black.sees(1).await;
        // The other server does not take the game from the first.
        let mut lost = other.connect(&id).await;
        let told = lost.next().await.expect("it is told");
        assert!(told["detail"].as_str().is_some_and(|text| text.contains("Another server")), "{told}");
        assert_eq!(lost.closed().await.map(|frame| u16::from(frame.code)), Some(1013));
        // What is begun there is played there, or wherever somebody comes first.
        let (elsewhere, third, _) = other.of_two("chess", None).await;
        one.server.by("the-one-who-begins", "/api/v1/live").await.ok();
        other.sit(&elsewhere, &[&third]).await;
        // The database cuts its connections: nobody notices.
        tokio::task::spawn_blocking({
            let url = cluster.url();
            move || cluster::cut(&url)
        })
        .await
        .expect("they are cut");
        black.play("e7e5").await;
        // The first one ends: its game is played on at the second.
        one.server.app.close();
        assert_eq!(white.closed().await.map(|frame| u16::from(frame.code)), Some(1012));
        let (mut white, state) = other.sit(&id, &[&first]).await;
        assert_eq!((white.history.join(" "), &state["you"]), ("e2e4 e7e5".to_string(), &json!([0])));
        white.play("g1f3").await;
        let list = other.server.by("the-one-who-joins", "/api/v1/live").await.ok();
        assert_eq!(list.as_array().map(Vec::len), Some(2));
    });
}
