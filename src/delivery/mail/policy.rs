//! Recipients that may get mail.

use super::address;
use crate::base::domain;
use crate::delivery::codes;
use crate::delivery::settings::Recipients;
use engine::problem::{Code, Problem, Result, quoted};

/// The recipient policy of the settings, ready to be asked.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    allow: Vec<Pattern>,
    max_recipients: Option<u64>,
    redirect: Option<String>,
}

#[derive(Debug, Clone)]
enum Pattern {
    Address(String),
    Domain(String),
    /// With its leading dot.
    Subdomains(String),
}

impl Policy {
    /// Reads the settings. In `allow`, `ana@example.org` allows one address, `example.org` or
    /// `@example.org` all of a domain, and `*.example.org` all of its subdomains.
    ///
    /// # Errors
    /// `invalidSetting` for an entry of another form.
    pub fn new(settings: &Recipients) -> Result<Self> {
        let redirect = settings.redirect_all_to.as_deref().map(|text| {
            address::parse(text).map_err(|problem| {
                let message = format!("`mail.recipients.redirectAllTo`: {}", problem.message);
                Problem { code: Code::InvalidSetting, message, ..problem }
            })
        });
        Ok(Self {
            allow: settings.allow.iter().map(|text| Pattern::parse(text)).collect::<Result<_>>()?,
            max_recipients: settings.max_recipients,
            redirect: redirect.transpose()?,
        })
    }

    /// Refuses a recipient who may not get mail. It is the one asked for who must be allowed, also when
    /// everything goes to another: what is refused later is refused in rehearsal.
    ///
    /// # Errors
    /// `invalidEmail`; `recipientNotAllowed`.
    pub fn check(&self, recipient: &str) -> Result<()> {
        let recipient = address::parse(recipient)?;
        if self.allow.is_empty() || self.allow.iter().any(|pattern| pattern.matches(&recipient)) {
            return Ok(());
        }
        let message = format!("{} is not a recipient that the settings allow", quoted(&recipient));
        Err(Problem::new(codes::RECIPIENT_NOT_ALLOWED, message)
            .advice("add the address or its domain to the setting `mail.recipients.allow`")
            .detail("recipient", recipient))
    }

    /// The address that really gets the mail for a recipient.
    pub fn route<'a>(&'a self, recipient: &'a str) -> &'a str {
        self.redirect.as_deref().unwrap_or(recipient)
    }

    /// The address that gets everything instead, if there is one.
    pub fn redirect(&self) -> Option<&str> {
        self.redirect.as_deref()
    }

    /// Most recipients of one run.
    pub fn max_recipients(&self) -> Option<u64> {
        self.max_recipients
    }

    /// Refuses a run with too many recipients.
    ///
    /// # Errors
    /// `tooManyRecipients`.
    pub fn check_count(&self, recipients: u64) -> Result<()> {
        match self.max_recipients {
            Some(most) if recipients > most => {
                let message = format!("{recipients} recipients are more than the {most} allowed");
                Err(Problem::new(codes::TOO_MANY_RECIPIENTS, message)
                    .advice("split the data, or raise the setting `mail.recipients.maxRecipients`")
                    .detail("recipients", recipients)
                    .detail("limit", most))
            }
            _ => Ok(()),
        }
    }
}

fn invalid(message: String) -> Problem {
    Problem::new(Code::InvalidSetting, message)
        .advice("entries look like `ana@example.org`, `example.org` or `*.example.org`")
}

impl Pattern {
    fn parse(text: &str) -> Result<Self> {
        let named = |text: &str| {
            domain::to_ascii(text).ok_or_else(|| {
                let name = "`mail.recipients.allow`";
                invalid(format!("{name}: {} is neither an address nor a domain", quoted(text)))
            })
        };
        let text = text.trim();
        if let Some(parent) = text.strip_prefix("*.") {
            Ok(Self::Subdomains(format!(".{}", named(parent)?)))
        } else if let Some(whole) = text.strip_prefix('@') {
            Ok(Self::Domain(named(whole)?))
        } else if text.contains('@') {
            let address = address::parse(text).map_err(|problem| {
                invalid(format!("`mail.recipients.allow`: {}", problem.message))
            })?;
            Ok(Self::Address(address))
        } else {
            Ok(Self::Domain(named(text)?))
        }
    }

    fn matches(&self, recipient: &str) -> bool {
        match self {
            Self::Address(address) => address.eq_ignore_ascii_case(recipient),
            Self::Domain(domain) => address::domain(recipient) == domain,
            Self::Subdomains(parent) => address::domain(recipient).ends_with(parent.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn policy(allow: &[&str], redirect: Option<&str>) -> Result<Policy> {
        Policy::new(&Recipients {
            allow: allow.iter().map(|text| (*text).to_owned()).collect(),
            max_recipients: Some(2),
            redirect_all_to: redirect.map(str::to_owned),
        })
    }

    #[test]
    fn without_a_list_everybody_may_get_mail() {
        let policy = Policy::new(&Recipients::default()).unwrap();
        assert!(policy.check("ana@example.org").is_ok());
        assert_eq!(policy.check("no-address").unwrap_err().code, codes::INVALID_EMAIL);
        assert_eq!(policy.route("ana@example.org"), "ana@example.org");
        assert!(policy.check_count(1_000_000).is_ok());
    }

    #[test]
    fn a_list_names_addresses_domains_and_subdomains() {
        let policy = policy(
            &["Ana@Example.org", "@a.example", "b.example", "*.c.example", "bücher.example"],
            None,
        )
        .unwrap();
        for allowed in [
            "ana@example.org",
            "x@a.example",
            "x@A.EXAMPLE",
            "x@b.example",
            "x@d.c.example",
            "x@e.d.c.example",
            "x@bücher.example",
            "x@xn--bcher-kva.example",
        ] {
            assert!(policy.check(allowed).is_ok(), "{allowed}");
        }
        for refused in [
            "bob@example.org",
            "x@sub.a.example",
            "x@xa.example",
            "x@c.example",
            "x@xc.example",
            "a.example@evil.example",
            "x@b.example.evil.example",
        ] {
            let problem = policy.check(refused).unwrap_err();
            assert_eq!(problem.code, codes::RECIPIENT_NOT_ALLOWED, "{refused}");
        }
    }

    #[test]
    fn everything_can_go_to_one_address() {
        let policy = policy(&["example.org"], Some("staging@test.example")).unwrap();
        assert_eq!(policy.route("ana@example.org"), "staging@test.example");
        // The list still speaks about those who were meant.
        assert!(policy.check("ana@example.org").is_ok());
        assert!(policy.check("staging@test.example").is_err());
    }

    #[test]
    fn a_run_has_so_many_recipients_at_most() {
        let policy = policy(&[], None).unwrap();
        assert!(policy.check_count(2).is_ok());
        assert_eq!(policy.check_count(3).unwrap_err().code, codes::TOO_MANY_RECIPIENTS);
    }

    #[test]
    fn entries_that_mean_nothing_are_refused() {
        for entry in ["", "*", "*.", "a b", "x@", "**.example.org"] {
            assert_eq!(policy(&[entry], None).unwrap_err().code, Code::InvalidSetting, "{entry}");
        }
        let problem = policy(&[], Some("example.org")).unwrap_err();
        assert_eq!(problem.code, Code::InvalidSetting);
        // A domain is no advice where an address is needed.
        assert_eq!(problem.advice.as_deref(), Some("addresses look like `ana@example.org`"));
    }
}
