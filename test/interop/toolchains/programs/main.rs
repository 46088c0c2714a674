//! Decodes each item by the type of its name and encodes it again.
mod types;

use serde::{de::DeserializeOwned, Serialize};
use serde_json::{json, Value};

fn again<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let decoded: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    serde_json::to_value(decoded).map_err(|error| error.to_string())
}

fn decode(name: &str, value: &Value) -> Result<Value, String> {
    match name {
        "__TYPE__" => again::<types::__TYPE__>(value),
        _ => Err(format!("no type for {name}")),
    }
}

fn main() {
    for line in std::fs::read_to_string("corpus.jsonl").expect("the corpus").lines() {
        let item: Value = serde_json::from_str(line).expect("an item");
        let answer = match decode(item["type"].as_str().unwrap_or(""), &item["value"]) {
            Ok(value) => json!({ "id": item["id"], "kind": item["kind"], "value": value }),
            Err(error) => json!({ "id": item["id"], "kind": item["kind"], "error": error }),
        };
        println!("{answer}");
    }
}
