/** What is looked for in Rust. */

export const rust = {
  symbols: `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(trait_item name: (type_identifier) @name) @class
(type_item name: (type_identifier) @name) @class
(mod_item name: (identifier) @name body: (_)) @module
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))]) @implementation
(macro_definition name: (identifier) @name) @function
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(use_declaration argument: (_) @import)
`,
  references: "[(identifier) (field_identifier) (type_identifier) (shorthand_field_identifier)] @reference",
  wrappers: [] as readonly string[],
};
