/** The values of each mail, by template; `firm/mails.ts` adds each area's. Links and texts belong to the template. */
export interface MailValues extends Record<never, never> {}

export type MailTemplate = keyof MailValues;
