/** The names of the data feeds as their makers write them. */
export const feedNames = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;
