/** Data feed names in their vendors' spelling. */
export const feedNames = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;
