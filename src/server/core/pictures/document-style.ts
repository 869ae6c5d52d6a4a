/** The light theme's colors, for PDFs and images. */
export const documentColors = {
  background: '#fbfaf6',
  text: '#0e2028',
  muted: '#4d5d66',
  accent: '#07546b',
  equity: '#008593',
  floor: '#c33f22',
  risk: '#ffe6df',
  mark: '#005b6b',
  border: '#dddbd5',
} as const;

/** The logo of public/favicon.svg on a 32 × 32 grid. */
export const logoPaths = `<rect x="0.5" y="0.5" width="31" height="31" rx="7" fill="#fff" stroke="${documentColors.border}" stroke-width="1"/>
  <path d="M6 15.5L11 11L15 14.5L21 7.5L26 11" stroke="${documentColors.equity}"/>
  <path d="M6 25H13V21.5H20V18H26" stroke="${documentColors.floor}"/>`;
