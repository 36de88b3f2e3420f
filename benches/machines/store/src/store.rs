//! `s3s-fs` with puts that are safe to race.
//!
//! `s3s-fs` checks `If-None-Match` and renames a file into place later, so two clients that create one key at the same
//! time both succeed. Here writers of a key take turns. Lists are made by this crate, because those of `s3s-fs` walk the
//! whole bucket for each page.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::PathBuf;

use futures_util::StreamExt;
use s3s::dto::*;
use s3s::{Body, S3, S3Error, S3Request, S3Response, S3Result, s3_error};
use s3s_fs::FileSystem;
use tokio::sync::{Mutex, MutexGuard};

use crate::listing;

/// Locks that all keys share.
const LOCKS: usize = 1024;
/// Largest object in bytes.
const MOST_BYTES: usize = 64 << 20;
/// Keys of a page, where the client does not ask for fewer.
const PAGE: usize = 1000;

pub(crate) struct Store {
    files: FileSystem,
    folder: PathBuf,
    locks: Vec<Mutex<()>>,
}

impl Store {
    /// A store in a folder, which exists; each folder in it is a bucket.
    pub(crate) fn open(folder: PathBuf) -> io::Result<Self> {
        let files =
            FileSystem::new(&folder).map_err(|error| io::Error::other(format!("{error:?}")))?;
        let locks = (0..LOCKS).map(|_| Mutex::new(())).collect();
        Ok(Self { files, folder, locks })
    }

    /// The turn of a writer of a key.
    async fn turn(&self, bucket: &str, key: &str) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        (bucket, key).hash(&mut hasher);
        // The remainder is below the number of locks.
        self.locks[(hasher.finish() % LOCKS as u64) as usize].lock().await
    }

    /// `s3s-fs` would create a bucket with its first object.
    fn need_bucket(&self, bucket: &str) -> S3Result<()> {
        if self.folder.join(bucket).is_dir() { Ok(()) } else { Err(s3_error!(NoSuchBucket)) }
    }
}

/// All bytes of a body.
async fn read(mut body: StreamingBlob) -> S3Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|error| s3_error!(IncompleteBody, "{error}"))?;
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(s3_error!(EntityTooLarge));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[async_trait::async_trait]
impl S3 for Store {
    async fn create_bucket(
        &self,
        request: S3Request<CreateBucketInput>,
    ) -> S3Result<S3Response<CreateBucketOutput>> {
        self.files.create_bucket(request).await
    }

    async fn head_bucket(
        &self,
        request: S3Request<HeadBucketInput>,
    ) -> S3Result<S3Response<HeadBucketOutput>> {
        self.files.head_bucket(request).await
    }

    async fn put_object(
        &self,
        mut request: S3Request<PutObjectInput>,
    ) -> S3Result<S3Response<PutObjectOutput>> {
        self.need_bucket(&request.input.bucket)?;
        // Read before the turn: a client that is cut off while it sends does not hold up others.
        if let Some(body) = request.input.body.take() {
            request.input.body = Some(Body::from(read(body).await?).into());
        }
        let _turn = self.turn(&request.input.bucket, &request.input.key).await;
        self.files.put_object(request).await
    }

    async fn delete_object(
        &self,
        request: S3Request<DeleteObjectInput>,
    ) -> S3Result<S3Response<DeleteObjectOutput>> {
        let _turn = self.turn(&request.input.bucket, &request.input.key).await;
        self.files.delete_object(request).await
    }

    async fn get_object(
        &self,
        request: S3Request<GetObjectInput>,
    ) -> S3Result<S3Response<GetObjectOutput>> {
        self.need_bucket(&request.input.bucket)?;
        self.files.get_object(request).await
    }

    async fn head_object(
        &self,
        request: S3Request<HeadObjectInput>,
    ) -> S3Result<S3Response<HeadObjectOutput>> {
        self.files.head_object(request).await
    }

    async fn list_objects_v2(
        &self,
        request: S3Request<ListObjectsV2Input>,
    ) -> S3Result<S3Response<ListObjectsV2Output>> {
        let input = request.input;
        self.need_bucket(&input.bucket)?;
        if input.delimiter.is_some() {
            return Err(s3_error!(NotImplemented, "lists with a delimiter"));
        }
        let asked =
            input.max_keys.and_then(|keys| usize::try_from(keys).ok()).unwrap_or(PAGE).min(PAGE);
        // A token is the last key of the page before.
        let after = input
            .continuation_token
            .clone()
            .or_else(|| input.start_after.clone())
            .unwrap_or_default();
        let prefix = input.prefix.clone().unwrap_or_default();
        let folder = self.folder.join(&input.bucket);
        let listed = tokio::task::spawn_blocking(move || {
            listing::objects(&folder, &prefix, &after, asked + 1)
        });
        let mut objects =
            listed.await.map_err(S3Error::internal_error)?.map_err(S3Error::internal_error)?;
        let is_truncated = objects.len() > asked;
        objects.truncate(asked);
        let next = objects.last().filter(|_| is_truncated).and_then(|object| object.key.clone());
        Ok(S3Response::new(ListObjectsV2Output {
            name: Some(input.bucket),
            prefix: input.prefix,
            key_count: i32::try_from(objects.len()).ok(),
            max_keys: i32::try_from(asked).ok(),
            contents: Some(objects),
            is_truncated: Some(is_truncated),
            continuation_token: input.continuation_token,
            next_continuation_token: next,
            start_after: input.start_after,
            ..ListObjectsV2Output::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const CLIENTS: usize = 16;
    const KEYS: usize = 200;

    fn store() -> (tempfile::TempDir, Arc<Store>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("documents")).unwrap();
        let store = Store::open(folder.path().to_owned()).unwrap();
        (folder, Arc::new(store))
    }

    fn request<T>(input: T) -> S3Request<T> {
        S3Request {
            input,
            method: Default::default(),
            uri: Default::default(),
            headers: Default::default(),
            extensions: Default::default(),
            credentials: None,
            region: None,
            service: None,
            trailing_headers: None,
        }
    }

    async fn create(store: &Store, bucket: &str, key: &str, content: String) -> S3Result<()> {
        let input = PutObjectInput {
            bucket: bucket.to_owned(),
            key: key.to_owned(),
            body: Some(Body::from(content).into()),
            if_none_match: Some(ETagCondition::Any),
            ..PutObjectInput::default()
        };
        store.put_object(request(input)).await.map(drop)
    }

    async fn list(
        store: &Store,
        prefix: &str,
        after: Option<String>,
        most: i32,
    ) -> ListObjectsV2Output {
        let input = ListObjectsV2Input {
            bucket: "documents".to_owned(),
            prefix: Some(prefix.to_owned()),
            continuation_token: after,
            max_keys: Some(most),
            ..ListObjectsV2Input::default()
        };
        store.list_objects_v2(request(input)).await.unwrap().output
    }

    fn keys(output: &ListObjectsV2Output) -> Vec<String> {
        output.contents.iter().flatten().filter_map(|object| object.key.clone()).collect()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn one_of_several_clients_creates_a_key() {
        let (folder, store) = store();
        for number in 0..KEYS {
            let key = format!("kept/{number}.pdf");
            let tries: Vec<_> = (0..CLIENTS)
                .map(|client| {
                    let (store, key) = (Arc::clone(&store), key.clone());
                    tokio::spawn(async move {
                        create(&store, "documents", &key, format!("of client {client}"))
                            .await
                            .map(|()| client)
                    })
                })
                .collect();
            let mut winners = Vec::new();
            for one in tries {
                match one.await.unwrap() {
                    Ok(client) => winners.push(client),
                    Err(error) => assert_eq!(*error.code(), s3s::S3ErrorCode::PreconditionFailed),
                }
            }
            let [winner] = winners[..] else {
                panic!("{key} was created by the clients {winners:?}")
            };
            let content =
                std::fs::read_to_string(folder.path().join("documents").join(&key)).unwrap();
            assert_eq!(content, format!("of client {winner}"));
        }
    }

    #[tokio::test]
    async fn pages_of_a_list_have_every_key_once_in_order() {
        let (_folder, store) = store();
        let mut expected = Vec::new();
        for number in 0..50 {
            // `/` sorts between `.` and `z`: a folder between files.
            let names = ["a/N/x.pdf", "a/N.txt", "a/Nz", "b/N"];
            for key in names.map(|name| name.replace('N', &number.to_string())) {
                create(&store, "documents", &key, String::new()).await.unwrap();
                expected.push(key);
            }
        }
        expected.sort();
        let mut all = Vec::new();
        let mut after = None;
        loop {
            let page = list(&store, "", after, 7).await;
            assert!(keys(&page).len() <= 7);
            all.extend(keys(&page));
            after = page.next_continuation_token;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(all, expected);
        assert_eq!(keys(&list(&store, "b/4", None, 1000).await).len(), 11);
        assert_eq!(keys(&list(&store, "c", None, 1000).await), Vec::<String>::new());
    }

    #[tokio::test]
    async fn a_bucket_that_is_not_there_is_not_made() {
        let (folder, store) = store();
        let refused = create(&store, "other", "a", String::new()).await.unwrap_err();
        assert_eq!(*refused.code(), s3s::S3ErrorCode::NoSuchBucket);
        assert!(!folder.path().join("other").exists());
    }
}
