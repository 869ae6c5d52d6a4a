/** The anchor of the open conduct case, to which the account's alert links. */
export const conductCaseId = 'conduct-case';
