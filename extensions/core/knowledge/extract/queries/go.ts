/** What is looked for in Go. */

export const go = {
  symbols: `
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @function
(type_spec name: (type_identifier) @name) @class
(type_alias name: (type_identifier) @name) @class
(method_elem name: (field_identifier) @name) @function
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @constant)))
(import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @import))
(import_spec path: (raw_string_literal (raw_string_literal_content) @import))
`,
  references: "[(identifier) (field_identifier) (type_identifier) (package_identifier)] @reference",
  wrappers: ["type_declaration", "const_declaration", "var_declaration"],
};
