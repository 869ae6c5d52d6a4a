import { z } from 'zod';
import { localizedText } from './localized-text.ts';
import { contactRoles, dutyName, isoCountry } from './seller-schemas.ts';

const link = z.url({ protocol: /^https?$/ });
const provider = z.strictObject({ name: z.string().min(1), url: link });
/** The country isn't in the lines: `addressLines` adds it in the reader's language. */
const place = { address: z.array(z.string().min(1)).min(1), country: isoCountry };
const phone = z.string().regex(/^\+\d[\d ]{6,}$/, 'a phone number starts with + and the country code');
const contact = z.strictObject({ name: z.string().min(1), postal: z.strictObject(place).optional(), email: z.email() });

export const siteSchema = z.strictObject({
  name: z.string().min(1),
  legalName: z.string().min(1),
  url: link,
  supportEmail: z.email(),
  mailFrom: z.string().min(1),
  company: z.strictObject({
    form: localizedText,
    /** The country is also the one whose law the firm is under. */
    ...place,
    phone,
    registration: localizedText,
    capital: localizedText.optional(),
    taxNumber: z.string().min(1),
    /** The person responsible for the site's content. */
    publisher: z.string().min(1),
    /** One or two sentences about licenses and the supervisory authority. */
    regulator: localizedText,
    governingLaw: localizedText,
    courts: localizedText,
    dataAuthority: provider,
    /** The official book of consumers' complaints. */
    complaintsBook: provider.optional(),
    /** The body that settles consumer disputes out of court. */
    mediator: provider.optional(),
    /** Representatives and officers by role. */
    contacts: z.partialRecord(z.enum(contactRoles), contact).default({}),
    /** What does the duties that the software doesn't, by duty. */
    outsideSystems: z.record(dutyName, z.string().min(1)).default({}),
    host: z.strictObject({ name: z.string().min(1), ...place, phone }),
    /** Whether the details are fictitious. The server doesn't start in production with them. */
    sample: z.boolean(),
  }),
  providers: z.strictObject({
    marketData: provider,
    /** The order technology. */
    clearing: provider,
    /** The futures commission merchant that clears for the firm, if it has one. */
    clearingFirm: provider.optional(),
  }),
  links: z.strictObject({ academy: link, press: link, shop: link, reviews: link, webTrading: link }),
  socials: z.strictObject({
    x: link,
    instagram: link,
    facebook: link,
    youtube: link,
    linkedin: link,
    discord: link,
    tiktok: link,
  }),
  apiRoots: z.strictObject({ dev: link, network: link, test: link, live: link }),
});
