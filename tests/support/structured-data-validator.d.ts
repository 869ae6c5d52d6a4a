declare module '@adobe/structured-data-validator' {
  type Issue = { readonly severity: string; readonly issueMessage: string };
  class Validator {
    validate(structured: object): Promise<readonly Issue[]>;
  }

  export { Validator as default };
}
