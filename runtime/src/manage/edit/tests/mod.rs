mod cases;
mod documents;
mod ledger;
mod properties;
mod refusals;
mod switches;
mod toml_documents;
mod yaml_documents;
