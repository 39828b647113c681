/** The type of a library member in the notation of `library-data.ts`, read. */
export type LibraryTypeRef =
  /** `string`, `number`, `boolean`, `null`, `undefined`, `unknown`, `this`, a type parameter, or a library type. */
  | { readonly kind: 'name'; readonly name: string; readonly of: readonly LibraryTypeRef[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'array'; readonly element: LibraryTypeRef }
  | { readonly kind: 'tuple'; readonly items: readonly LibraryTypeRef[] }
  | { readonly kind: 'union'; readonly of: readonly LibraryTypeRef[] }
  | { readonly kind: 'function'; readonly signature: Signature };

export interface Signature {
  readonly typeParameters: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly returns: LibraryTypeRef;
  /** As people read it: `(searchString: string, position?: number): boolean`. */
  readonly text: string;
}

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  /** Takes all further arguments; its type is that of one of them. */
  readonly rest: boolean;
  readonly type: LibraryTypeRef;
  /** As people read it, the part of the signature's text: `position?: number`. */
  readonly text: string;
}
