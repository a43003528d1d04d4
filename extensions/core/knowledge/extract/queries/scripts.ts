/** What is looked for in JavaScript, TypeScript and TSX. */

const shared = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @function
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @constant)))
(import_statement source: (string (string_fragment) @import))
(export_statement source: (string (string_fragment) @import))
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @import)))
(call_expression function: (identifier) @required arguments: (arguments . (string (string_fragment) @import))
  (#eq? @required "require"))
`;

const wrappers = [
  "lexical_declaration",
  "variable_declaration",
  "export_statement",
  "ambient_declaration",
  "expression_statement",
];

export const javascript = {
  symbols: `${shared}
(class_declaration name: (identifier) @name) @class
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)]) @function
`,
  references: `
[(identifier) (property_identifier) (private_property_identifier) (shorthand_property_identifier)
  (shorthand_property_identifier_pattern)] @reference
`,
  wrappers,
};

export const typescript = {
  symbols: `${shared}
(function_signature name: (identifier) @name) @function
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @class
(enum_declaration name: (identifier) @name) @class
(type_alias_declaration name: (type_identifier) @name) @class
(internal_module name: (_) @name) @module
(abstract_method_signature name: (property_identifier) @name) @function
(method_signature name: (property_identifier) @name) @function
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)]) @function
`,
  references: `
[(identifier) (property_identifier) (private_property_identifier) (type_identifier) (shorthand_property_identifier)
  (shorthand_property_identifier_pattern)] @reference
`,
  wrappers,
};
