/** ISO 3166-1 codes of the countries with a right to cancel; what a document from elsewhere says is only that. */
const codes =
  'AUT:AT BEL:BE BGR:BG HRV:HR CYP:CY CZE:CZ DNK:DK EST:EE FIN:FI FRA:FR DEU:DE D:DE GRC:GR HUN:HU ISL:IS IRL:IE ITA:IT ' +
  'LVA:LV LIE:LI LTU:LT LUX:LU MLT:MT NLD:NL NOR:NO POL:PL PRT:PT ROU:RO SVK:SK SVN:SI ESP:ES SWE:SE GBR:GB BRA:BR ' +
  'ALA:AX GUF:GF GLP:GP MAF:MF MTQ:MQ MYT:YT REU:RE USA:US CAN:CA CHE:CH';

const alpha2 = new Map(codes.split(' ').map((pair) => pair.split(':') as [alpha3: string, alpha2: string]));

/** An alpha-3 code as alpha-2; ZZ for other countries, and null for no code. */
export function readAlpha3(code: string): string | null {
  if (!/^[A-Z]{1,3}$/.test(code)) return null;
  return alpha2.get(code) ?? 'ZZ';
}
