//! The command line as a user meets it: what is printed, what is written, how it ends.

mod complete;
mod contract;
mod design;
mod diff;
mod doctor;
mod einvoice;
mod errors;
mod eval;
mod generated;
mod groups;
mod init;
mod library;
mod lists;
mod log;
mod numbers;
mod passwords;
mod queue;
mod render;
mod scale;
mod schema;
mod settings;
mod template;
mod test;
mod verify;
mod walk;
mod watch;
