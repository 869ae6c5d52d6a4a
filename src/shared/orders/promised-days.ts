/** Days within which we promise to return money, from a refund's request or a consumer's statement. */
export const refundDays = 14;

/** Staff hear of a refund that isn't made so many days before it is due, while it can still be in time. */
export const refundWarningDays = 2;

/** Bank days within which a paid order should have its account. */
export const openingBankDays = 1;
