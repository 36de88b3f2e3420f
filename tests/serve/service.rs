//! A service as a function, with a folder of its own.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use reportctl::Fonts;
use reportctl::config::{Config, Settings};
use reportctl::delivery::mail::Transport;
use reportctl::delivery::mail::transport::Memory;
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{Database, Filter, Scope, Token};
use reportctl::font::Face;
use reportctl::serve::auth::NewToken;
use reportctl::serve::build::{Built, build};
use reportctl::serve::{Service, router};
use reportctl::templates::store::Id;
use serde_json::Value as Json;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::queue::fixture::PostgresSchema;

/// The database that a service stands on.
pub(crate) enum TestDatabase {
    Sqlite,
    Postgres(PostgresSchema),
}

/// Makes a test of every function for every database.
macro_rules! on_both {
    ($($(#[$doc:meta])* async fn $name:ident($database:ident) $body:block)*) => {
        $(async fn $name($database: &crate::serve::service::TestDatabase) $body)*

        mod on_sqlite {
            $(#[test] fn $name() {
                crate::serve::service::TestDatabase::Sqlite.run(async |database| super::$name(database).await);
            })*
        }

        mod on_postgres {
            $(#[test] fn $name() {
                if let Some(schema) = crate::queue::fixture::PostgresSchema::new() {
                    let database = crate::serve::service::TestDatabase::Postgres(schema);
                    database.run(async |database| super::$name(database).await);
                }
            })*
        }
    };
}

impl TestDatabase {
    /// Runs a test on it.
    pub(crate) fn run(self, test: impl AsyncFnOnce(&Self)) {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(test(&self));
    }

    /// A service with these lines in its settings file.
    pub(crate) fn service(&self, settings: &str) -> TestService {
        outside(|| TestService::on(self, settings))
    }
}

/// Runs what waits for a database on a thread that may wait.
fn outside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap())
}

/// A service in a temporary folder.
pub(crate) struct TestService {
    folder: TempDir,
    router: Option<Router>,
    built: Option<Built>,
    database: Option<Arc<dyn Database>>,
    /// Messages that it has sent.
    pub(crate) mails: Arc<Memory>,
}

impl Drop for TestService {
    fn drop(&mut self) {
        let (router, built) = (self.router.take(), self.built.take());
        let database = self.database.take();
        outside(|| {
            drop(router);
            if let Some(built) = built {
                built.stop();
            }
            drop(database);
        });
    }
}

/// Answer of the service.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&self.body));
        })
    }

    /// A header as text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Expects an error of this status and code, in the one form that errors have.
    pub(crate) fn refused(&self, status: u16, code: &str) -> Json {
        let json = self.json();
        assert_eq!((self.status.as_u16(), json["code"].as_str()), (status, Some(code)), "{json}");
        assert!(json["error"].is_string() && json["blame"].is_string(), "{json}");
        assert_eq!(self.header("content-type"), "application/json");
        json
    }
}

impl TestService {
    /// A service with these lines in its settings file.
    pub(crate) fn with(settings: &str) -> Self {
        TestDatabase::Sqlite.service(settings)
    }

    fn on(database: &TestDatabase, settings: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let mut settings: Settings = serde_yaml::from_str(settings).unwrap();
        settings.templates = Some(folder.path().join("templates"));
        settings.state = Some(folder.path().join("state"));
        settings.mail.from = Some("reports@example.com".to_owned());
        let config = Config::from(settings);
        let database: Arc<dyn Database> = match database {
            TestDatabase::Sqlite => Arc::new(Sqlite::open(&config.state).unwrap()),
            TestDatabase::Postgres(schema) => {
                Arc::new(Postgres::open(&schema.url().parse().unwrap()).unwrap())
            }
        };
        let mails = Arc::new(Memory::default());
        let transport = Arc::clone(&mails) as Arc<dyn Transport>;
        let face = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            Arc::new(Face::from_bytes(&name, std::fs::read(path).unwrap()).unwrap())
        };
        let fonts = Fonts::new(config.fonts.iter().map(face).collect(), config.fallback_font);
        let built = build(config.service(), fonts, Arc::clone(&database), transport, None);
        let built = built.unwrap();
        let router = router(Arc::clone(&built.service));
        Self { folder, router: Some(router), built: Some(built), database: Some(database), mails }
    }

    /// Asks its database.
    fn query<T: Send>(
        &self,
        ask: impl FnOnce(&dyn Database) -> reportctl::problem::Result<T> + Send,
    ) -> T {
        let database = self.database.as_deref().unwrap();
        outside(|| ask(database)).unwrap()
    }

    /// Makes a token.
    pub(crate) fn token(&self, tenant: &str, scopes: &[Scope]) -> String {
        self.token_of("test", tenant, scopes)
    }

    /// Makes a token with a name.
    pub(crate) fn token_of(&self, name: &str, tenant: &str, scopes: &[Scope]) -> String {
        let tenant = (!tenant.is_empty()).then(|| Id::parse(tenant).unwrap());
        let new = NewToken::create(name, tenant.as_ref(), scopes.to_vec(), None).unwrap();
        self.query(|database| database.add_token(&new.token));
        new.secret
    }

    /// All tokens, as they are kept.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        self.query(|database| database.list_tokens(None))
    }

    /// Revokes a token.
    pub(crate) fn revoke(&self, id: uuid::Uuid) {
        assert!(self.query(|database| database.revoke_token(id, 1)));
    }

    /// Ends a report that waits, and erases its data.
    pub(crate) fn end_and_erase(&self, id: &str) {
        self.cancel(id);
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert_eq!(self.query(|database| database.erase(std::time::Duration::ZERO)), 1);
    }

    /// Cancels a report that waits.
    pub(crate) fn cancel(&self, id: &str) {
        let filter = Filter { ids: vec![id.parse().unwrap()], ..Filter::default() };
        assert_eq!(self.query(|database| database.cancel(&filter)), 1);
    }

    /// Deletes a report that ended.
    pub(crate) fn purge(&self, id: &str) {
        let filter = Filter { ids: vec![id.parse().unwrap()], ..Filter::default() };
        assert_eq!(self.query(|database| database.purge(&filter)), 1);
    }

    /// The service itself.
    pub(crate) fn shared(&self) -> Arc<Service> {
        Arc::clone(&self.built.as_ref().unwrap().service)
    }

    /// A service with the default settings.
    pub(crate) fn new() -> Self {
        Self::with("{}")
    }

    /// Path of a file of the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Sends a request as it is.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let router = self.router.clone().unwrap();
        let response = router.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a request with headers (`name: value`) and a body of JSON, if there is one.
    pub(crate) async fn ask(&self, request: &str, headers: &[&str], body: &str) -> Answer {
        let (method, path) = request.split_once(' ').unwrap();
        let mut builder = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap())
            .uri(path)
            .header("Host", "localhost:8080");
        if !body.is_empty() {
            builder = builder.header("Content-Type", "application/json");
        }
        for header in headers {
            let (name, value) = header.split_once(": ").unwrap();
            builder = builder.header(name, value);
        }
        self.send(builder.body(Body::from(body.to_owned())).unwrap()).await
    }

    /// A request without a body.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[], "").await
    }

    /// A request with a body.
    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.ask(&format!("POST {path}"), &[], body).await
    }
}

/// A template with one text.
pub(crate) fn template(text: &str) -> String {
    format!(
        r#"{{"page": {{"width": 100, "height": 100}}, "schemas": [{{"id": "t", "name": "t",
           "type": "text", "x": 1, "y": 1, "width": 90, "height": 9, "content": {}}}]}}"#,
        Json::from(text)
    )
}

/// A template document with one text.
pub(crate) fn document(name: &str, text: &str) -> String {
    let (name, template) = (Json::from(name), template(text));
    format!(r#"{{"name": {name}, "template": {template}, "bindings": []}}"#)
}
