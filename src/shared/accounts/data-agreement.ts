/** How a trader's market data agreement at the platform stands. Data flows only once it is signed. */
export const agreementStatuses = ['signed', 'unsigned', 'on-hold', 'professional'] as const;
