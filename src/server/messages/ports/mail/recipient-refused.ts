/** The mail server won't take mail for this address, now or later. */
export class RecipientRefusedError extends Error {
  /** The server's SMTP reply, 550 to 559. */
  readonly responseCode: number;

  constructor(responseCode: number, options: { cause: unknown }) {
    super(`${responseCode} the mail server refuses the address`, options);
    this.name = 'RecipientRefusedError';
    this.responseCode = responseCode;
  }
}
