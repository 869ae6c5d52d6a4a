/** The open conduct case on the page, to which the account's alert links. */
export const conductCaseId = 'conduct-case';
