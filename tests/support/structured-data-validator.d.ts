declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(structured: object): Promise<readonly { readonly severity: string; readonly issueMessage: string }[]>;
  }
}
