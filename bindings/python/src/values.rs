//! JSON as Python objects, and back.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;

use crate::errors::value_error;

/// A JSON value as a Python object: dicts, lists, texts and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(is_so) => is_so.into_bound_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_python(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A text as it is, anything else as JSON.
pub(crate) fn text_or_json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    json_text(value)
}

/// A Python object as JSON.
pub(crate) fn json_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let json = value.py().import("json")?;
    let written = json.call_method1("dumps", (value,)).map_err(|error| {
        // A list that contains itself, a set, a key that is no text: all the same to the caller.
        value_error(format!("this cannot be written as JSON: {}", error.value(value.py())))
    })?;
    written.extract()
}
