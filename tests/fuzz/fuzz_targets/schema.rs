//! Data of any kind against schemas of any kind.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::Value;
use reportctl::templates::contract::Contract;
use reportctl::problem::Severity;

fuzz_target!(|texts: (&str, &str)| {
    let (Ok(schema), Ok(data)) = (serde_json::from_str(texts.0), Value::from_json(texts.1)) else {
        return;
    };
    let Ok(contract) = Contract::new(schema, "fuzz.schema.json") else { return };
    let found = contract.check(&data);
    assert!(contract.admit(&data).is_err() || found.iter().all(|one| one.severity == Severity::Warning));
});
