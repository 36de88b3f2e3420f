//! The metrics that Prometheus reads, as those of OTLP: the text of the one registry (OpenMetrics 1.0), and so
//! the same names, labels and values.

use std::collections::BTreeMap;

use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value};
use opentelemetry_proto::tonic::metrics::v1::{
    AggregationTemporality, Gauge, Histogram, HistogramDataPoint, Metric, NumberDataPoint, Sum,
    metric, number_data_point,
};

type Labels<'a> = Vec<(&'a str, String)>;

/// Start of counting and time of reading, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval {
    pub(super) start: u64,
    pub(super) end: u64,
}

/// A metric with its samples.
#[derive(Debug, Default)]
struct MetricFamily<'a> {
    name: &'a str,
    kind: &'a str,
    help: &'a str,
    unit: &'a str,
    samples: Vec<Sample<'a>>,
}

#[derive(Debug)]
struct Sample<'a> {
    /// Text after the name of the metric: `_total`, `_bucket`, or empty.
    suffix: &'a str,
    labels: Labels<'a>,
    value: &'a str,
}

/// The metrics of a text. Lines of other forms, and kinds that the registry does not have, are
/// skipped.
pub(super) fn metrics(text: &str, interval: Interval) -> Vec<Metric> {
    let mut families: Vec<MetricFamily<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(about) = line.strip_prefix("# ") {
            let mut parts = about.splitn(3, ' ');
            let (Some(what), Some(name)) = (parts.next(), parts.next()) else { continue };
            let value = parts.next().unwrap_or_default();
            if families.last().is_none_or(|last| last.name != name) {
                families.push(MetricFamily { name, ..MetricFamily::default() });
            }
            let Some(family) = families.last_mut() else { continue };
            match what {
                "TYPE" => family.kind = value,
                "HELP" => family.help = value,
                "UNIT" => family.unit = value,
                _ => {}
            }
        } else if let Some(family) = families.last_mut() {
            family.samples.extend(sample(family.name, line));
        }
    }
    families.iter().filter_map(|family| family.metric(interval)).collect()
}

fn sample<'a>(name: &str, line: &'a str) -> Option<Sample<'a>> {
    let rest = line.strip_prefix(name)?;
    let end = rest.find(['{', ' '])?;
    let (suffix, rest) = rest.split_at(end);
    let (labels, value) = match rest.strip_prefix('{') {
        Some(rest) => labels(rest)?,
        None => (Vec::new(), rest),
    };
    Some(Sample { suffix, labels, value: value.split_whitespace().next()? })
}

/// Labels up to the closing brace, and what follows it.
fn labels(text: &str) -> Option<(Labels<'_>, &str)> {
    let (mut labels, mut rest) = (Vec::new(), text);
    loop {
        if let Some(end) = rest.strip_prefix('}') {
            return Some((labels, end));
        }
        let (name, quoted) = rest.strip_prefix(',').unwrap_or(rest).split_once("=\"")?;
        let (mut value, mut is_escaped, mut end) = (String::new(), false, None);
        for (at, character) in quoted.char_indices() {
            match (is_escaped, character) {
                (false, '\\') => is_escaped = true,
                (false, '"') => {
                    end = Some(at + 1);
                    break;
                }
                (true, 'n') => value.push('\n'),
                (_, other) => value.push(other),
            }
            is_escaped = character == '\\' && is_escaped;
        }
        labels.push((name, value));
        rest = &quoted[end?..];
    }
}

impl MetricFamily<'_> {
    fn metric(&self, interval: Interval) -> Option<Metric> {
        let data = match self.kind {
            "counter" => metric::Data::Sum(Sum {
                data_points: self.numbers("_total", interval),
                aggregation_temporality: AggregationTemporality::Cumulative.into(),
                is_monotonic: true,
            }),
            "gauge" => metric::Data::Gauge(Gauge { data_points: self.numbers("", interval) }),
            "histogram" => metric::Data::Histogram(Histogram {
                data_points: self.histograms(interval),
                aggregation_temporality: AggregationTemporality::Cumulative.into(),
            }),
            _ => return None,
        };
        // Units are those of UCUM.
        let unit = if self.unit == "seconds" { "s" } else { self.unit };
        Some(Metric {
            name: self.name.to_owned(),
            description: self.help.to_owned(),
            unit: unit.to_owned(),
            metadata: Vec::new(),
            data: Some(data),
        })
    }

    fn numbers(&self, suffix: &str, interval: Interval) -> Vec<NumberDataPoint> {
        let samples = self.samples.iter().filter(|sample| sample.suffix == suffix);
        let points = samples.filter_map(|sample| {
            let whole = sample.value.parse().map(number_data_point::Value::AsInt).ok();
            let real = || sample.value.parse().map(number_data_point::Value::AsDouble).ok();
            Some(NumberDataPoint {
                attributes: attributes(&sample.labels),
                start_time_unix_nano: interval.start,
                time_unix_nano: interval.end,
                value: Some(whole.or_else(real)?),
                ..NumberDataPoint::default()
            })
        });
        points.collect()
    }

    fn histograms(&self, interval: Interval) -> Vec<HistogramDataPoint> {
        let mut points: BTreeMap<Labels<'_>, HistogramDataPoint> = BTreeMap::new();
        for sample in &self.samples {
            let (bounds, labels): (Labels<'_>, Labels<'_>) =
                sample.labels.iter().cloned().partition(|(name, _)| *name == "le");
            let point = points.entry(labels).or_default();
            let whole = || sample.value.parse::<u64>().unwrap_or_default();
            match sample.suffix {
                "_sum" => point.sum = sample.value.parse().ok(),
                "_count" => point.count = whole(),
                "_bucket" => {
                    // Buckets of Prometheus count all values below their end, buckets of OTLP only
                    // the values in them.
                    let below: u64 = point.bucket_counts.iter().sum();
                    point.bucket_counts.push(whole().saturating_sub(below));
                    let bound = bounds.first().and_then(|(_, bound)| bound.parse::<f64>().ok());
                    point.explicit_bounds.extend(bound.filter(|bound| bound.is_finite()));
                }
                _ => {}
            }
        }
        let points = points.into_iter().map(|(labels, point)| HistogramDataPoint {
            attributes: attributes(&labels),
            start_time_unix_nano: interval.start,
            time_unix_nano: interval.end,
            ..point
        });
        points.collect()
    }
}

fn attributes(labels: &Labels<'_>) -> Vec<KeyValue> {
    let attribute = |(name, value): &(&str, String)| KeyValue {
        key: (*name).to_owned(),
        value: Some(AnyValue { value: Some(any_value::Value::StringValue(value.clone())) }),
        ..KeyValue::default()
    };
    labels.iter().map(attribute).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const TEXT: &str = "# HELP app_calls Calls made.\n# TYPE app_calls counter\n\
        app_calls_total{route=\"a \\\"b\\\" \\\\ \\n\",status=\"200\"} 3\napp_calls_total{} 4\n\
        # HELP app_age_seconds Age.\n# TYPE app_age_seconds gauge\n# UNIT app_age_seconds seconds\n\
        app_age_seconds 1.5\n\
        # HELP app_time_seconds Time.\n# TYPE app_time_seconds histogram\n\
        # UNIT app_time_seconds seconds\n\
        app_time_seconds_sum 7.5\napp_time_seconds_count 6\n\
        app_time_seconds_bucket{le=\"0.5\"} 1\napp_time_seconds_bucket{le=\"1.0\"} 4\n\
        app_time_seconds_bucket{le=\"+Inf\"} 6\n# EOF\n";

    #[test]
    fn every_kind_of_metric_keeps_its_values() {
        let all = metrics(TEXT, Interval { start: 1, end: 2 });
        let names: Vec<_> = all.iter().map(|one| (one.name.as_str(), one.unit.as_str())).collect();
        assert_eq!(names, [("app_calls", ""), ("app_age_seconds", "s"), ("app_time_seconds", "s")]);
        assert_eq!(all[0].description, "Calls made.");
        let Some(metric::Data::Sum(calls)) = &all[0].data else { panic!("{all:?}") };
        assert!(calls.is_monotonic);
        assert_eq!(calls.aggregation_temporality, AggregationTemporality::Cumulative as i32);
        let first = &calls.data_points[0];
        assert_eq!(first.value, Some(number_data_point::Value::AsInt(3)));
        assert_eq!((first.start_time_unix_nano, first.time_unix_nano), (1, 2));
        let route = first.attributes[0].value.clone().unwrap().value.unwrap();
        assert_eq!(route, any_value::Value::StringValue("a \"b\" \\ \n".to_owned()));
        assert_eq!(calls.data_points[1].value, Some(number_data_point::Value::AsInt(4)));
        let Some(metric::Data::Gauge(age)) = &all[1].data else { panic!("{all:?}") };
        assert_eq!(age.data_points[0].value, Some(number_data_point::Value::AsDouble(1.5)));
        let Some(metric::Data::Histogram(time)) = &all[2].data else { panic!("{all:?}") };
        let point = &time.data_points[0];
        assert_eq!((point.count, point.sum), (6, Some(7.5)));
        assert_eq!(point.explicit_bounds, [0.5, 1.0]);
        assert_eq!(point.bucket_counts, [1, 3, 2]);
    }

    #[test]
    fn what_is_no_metric_is_skipped() {
        for text in ["", "# EOF", "a 1", "# TYPE a counter\na_total{b=\"c", "# TYPE a info\na 1"] {
            let all = metrics(text, Interval { start: 1, end: 2 });
            let points = all.iter().map(|one| match &one.data {
                Some(metric::Data::Sum(sum)) => sum.data_points.len(),
                _ => 1,
            });
            assert_eq!(points.sum::<usize>(), 0, "{text}: {all:?}");
        }
    }
}
