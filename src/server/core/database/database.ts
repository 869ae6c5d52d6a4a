/** Every table, as `firm/schema.ts` lists them. */
export interface Database extends Record<never, never> {}
