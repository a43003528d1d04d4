/** What is looked for in Python. */

export const python = {
  symbols: `
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(module (expression_statement (assignment left: (identifier) @name)) @constant)
(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import))
(import_from_statement module_name: (_) @import)
`,
  // Names that are used or bound by an import; those that declare, and the targets of aliases, are no references.
  references: `
(identifier) @reference
(function_definition name: (identifier) @declared)
(class_definition name: (identifier) @declared)
(keyword_argument name: (identifier) @declared)
(parameters (identifier) @declared)
(lambda_parameters (identifier) @declared)
(default_parameter name: (identifier) @declared)
(typed_parameter . (identifier) @declared)
(typed_default_parameter name: (identifier) @declared)
(list_splat_pattern (identifier) @declared)
(dictionary_splat_pattern (identifier) @declared)
(aliased_import name: (dotted_name (identifier) @declared))
(import_statement name: (dotted_name (identifier) (identifier) @declared))
(import_from_statement module_name: (dotted_name (identifier) @declared))
(relative_import (dotted_name (identifier) @declared))
`,
  wrappers: ["decorated_definition"],
};
