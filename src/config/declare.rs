//! The declaration of settings: one line says name, type, allowed values, default, environment
//! variable, flag and meaning. From it come the reading of `reportctl.yaml` and of the environment,
//! the messages about mistakes, and `docs/settings.md`.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use super::{AboveZero, AllowedCodes, AllowedOrigins, Isolation, PdfStandards, Seconds};
use crate::data::Numbers;
use crate::delivery::settings::{ArchiveUrl, Encryption, Pooling, TransportKind};
use crate::serve::settings::Mode;
use crate::templates::GitSaves;

/// A setting: its names, its default and its meaning.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its full name in `reportctl.yaml`; `None` for settings of the environment only.
    pub name: Option<&'static str>,
    /// Expected value.
    pub expected: &'static str,
    /// The default, in backticks when it is a value; empty for a group.
    pub default: &'static str,
    /// Its environment variable.
    pub variable: Option<&'static str>,
    /// Its flag on the command line.
    pub flag: Option<&'static str>,
    /// Its meaning, in Markdown.
    pub meaning: &'static str,
}

/// Declares a group of settings: the struct for the values of one source, and its entries of the
/// table.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $Group:ident in $prefix:literal {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $type:ty => $key:literal, $expected:expr, default $default:literal
                    $(, variable $variable:literal)? $(, flag $flag:literal)?;
            )*
        }
        $(groups {
            $( $(#[doc = $group_doc:literal])+ $group:ident: $Nested:ty => $group_key:literal; )*
        })?
        $(variables {
            $(
                $(#[doc = $only_doc:literal])+
                $only:ident: $only_type:ty => $only_variable:literal, $only_expected:expr;
            )*
        })?
        $(exclusive { $($first:ident, $second:ident;)* })?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $Group {
            $( $(#[doc = $doc])+ #[serde(rename = $key)] pub $field: Option<$type>, )*
            $($(
                $(#[doc = $group_doc])+
                #[serde(rename = $group_key, deserialize_with = "crate::config::setting::nested")]
                pub $group: $Nested,
            )*)?
            $($( $(#[doc = $only_doc])+ #[serde(skip)] pub $only: Option<$only_type>, )*)?
        }

        impl $Group {
            /// Adds the declarations of this group to the table.
            pub(in crate::config) fn declare(table: &mut Vec<crate::config::Setting>) {
                use crate::config::Setting;
                $( table.push(Setting {
                    name: Some(concat!($prefix, $key)),
                    expected: $expected,
                    default: $default,
                    variable: [$(Some($variable),)? None][0],
                    flag: [$(Some($flag),)? None][0],
                    meaning: concat!($($doc),+),
                }); )*
                $($( table.push(Setting {
                    name: None,
                    expected: $only_expected,
                    default: "none",
                    variable: Some($only_variable),
                    flag: None,
                    meaning: concat!($($only_doc),+),
                }); )*)?
                $($(
                    table.push(Setting {
                        name: Some(concat!($prefix, $group_key)),
                        expected: crate::config::setting::GROUP,
                        default: "",
                        variable: None,
                        flag: None,
                        meaning: concat!($($group_doc),+),
                    });
                    <$Nested>::declare(table);
                )*)?
            }

            /// Settings from the environment.
            pub(in crate::config) fn from_environment(
                environment: &crate::config::env::Environment<'_>,
            ) -> engine::problem::Result<Self> {
                // A group may have no variables.
                let _ = environment;
                Ok(Self {
                    $( $field: {
                        let given = [$(environment.setting($variable, $expected)?,)? None];
                        given.into_iter().next().flatten()
                    }, )*
                    $($( $only: environment.setting($only_variable, $only_expected)?, )*)?
                    $($( $group: <$Nested>::from_environment(environment)?, )*)?
                })
            }

            /// These settings, completed by those of the next source.
            #[must_use]
            pub fn or(self, next: Self) -> Self {
                $(
                    let mut next = next;
                    $( if self.$first.is_some() || self.$second.is_some() {
                        (next.$first, next.$second) = (None, None);
                    } )*
                )?
                Self {
                    $( $field: crate::config::declare::Relative::completed(self.$field, next.$field), )*
                    $($( $only: self.$only.or(next.$only), )*)?
                    $($( $group: self.$group.or(next.$group), )*)?
                }
            }

            /// These settings with paths that start at a folder.
            pub(in crate::config) fn relative_to(self, folder: &std::path::Path) -> Self {
                use crate::config::declare::Relative as _;
                Self {
                    $( $field: self.$field.map(|value| value.relative_to(folder)), )*
                    $($( $group: self.$group.relative_to(folder), )*)?
                    $($( $only: self.$only, )*)?
                }
            }
        }
    };
}

pub(super) use settings;

/// A value that sources give: it may be or hold paths.
pub(super) trait Relative: Sized {
    /// The value of the first source that has one.
    fn completed(first: Option<Self>, next: Option<Self>) -> Option<Self> {
        first.or(next)
    }

    /// The value with paths that start at a folder.
    fn relative_to(self, _folder: &Path) -> Self {
        self
    }
}

impl Relative for PathBuf {
    fn relative_to(self, folder: &Path) -> Self {
        folder.join(self)
    }
}

impl Relative for Vec<PathBuf> {
    fn relative_to(self, folder: &Path) -> Self {
        self.into_iter().map(|path| folder.join(path)).collect()
    }
}

impl Relative for ArchiveUrl {
    fn relative_to(self, folder: &Path) -> Self {
        Self::relative_to(self, folder)
    }
}

impl Relative for bool {}
impl Relative for usize {}
impl Relative for String {}
impl Relative for Vec<String> {}
impl Relative for SocketAddr {}
impl Relative for Seconds {}
impl Relative for Isolation {}
impl Relative for AllowedCodes {}
impl Relative for AllowedOrigins {}
impl Relative for PdfStandards {}
impl Relative for Numbers {}
impl Relative for Mode {}
impl Relative for GitSaves {}
impl Relative for TransportKind {}
impl Relative for Encryption {}
impl Relative for Pooling {}
impl<N> Relative for AboveZero<N> {}
impl<K, V> Relative for BTreeMap<K, V> {}
