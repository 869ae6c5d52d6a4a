/** The terms promised on the support page, from content/catalog/support.yaml. */
export type SupportTerms = {
  readonly firstReplyBankDays: number;
  readonly nextReplyBankDays: number;
  readonly resolutionBankDays: number;
  readonly closeAfterDays: number;
  readonly reopenDays: number;
  readonly guestLinkDays: number;
  readonly attachmentDays: number;
  readonly ticketDays: number;
  readonly incidentAfterMinutes: number;
};

/** An attachment that was never sent with a message is deleted after this many days. */
export const unsentAttachmentDays = 1;
export const maxAttachments = 5;
