//! Calls the service with the client, and prints each answer as it was decoded.
use openapi::apis::{chats_api, configuration::Configuration, turns_api, Error};
use openapi::models::{CreateChatRequest, PermissionMode, SendTurnRequest};
use serde::Serialize;
use serde_json::json;
use std::env::var;
use uuid::Uuid;

fn show(call: &str, value: impl Serialize) {
    println!("{}", json!({ "call": call, "value": value }));
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let client = Configuration {
        base_path: var("BASE_URL").expect("an address"),
        bearer_access_token: var("ACCESS_TOKEN").ok(),
        ..Configuration::default()
    };

    let mut chat = CreateChatRequest::new();
    chat.name = Some("Called from Rust".into());
    let created = chats_api::create_chat(&client, chat).await.unwrap();
    show("createChat", &created);
    let chats = chats_api::list_chats(&client, None, Some(1), Some(5)).await;
    show("listChats", chats.unwrap());

    let mut turn = SendTurnRequest::new("When do we open?".into());
    turn.permission_mode = Some(PermissionMode::Auto);
    let (id, key) = (created.data.id.to_string(), Uuid::new_v4().to_string());
    let sent = turns_api::send_message(&client, &id, &key, turn).await;
    show("sendMessage", sent.unwrap());

    let missing = Uuid::new_v4().to_string();
    if let Err(Error::ResponseError(failure)) = chats_api::get_chat(&client, &missing).await {
        show("getChat", failure.entity);
    }
}
