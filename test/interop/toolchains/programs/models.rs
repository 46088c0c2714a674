//! The types of the client, under the name by which main.rs knows types.
pub use openapi::models::*;
