export type MailProvider = {
  /** Under which it delivers to the same mailboxes; the first stands for them. */
  readonly domains: readonly string[];
  /** How two spellings of a name before the @ are one. */
  readonly fold?: (name: string) => string;
  /** Where a name has a domain of its own below the provider's: as another spelling of it, or as all that it has. */
  readonly subdomains?: 'spelling' | 'own';
};

/** A name goes with each of Fastmail's domains: www.fastmail.com/about/ourdomains. */
const fastmailDomains = (
  '123mail.org 150mail.com 150ml.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net ' +
  'bestmail.us cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net ' +
  'emailplus.org emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us ' +
  'fastemailer.com fastest.cc fastimap.com fastmail.cn fastmail.co.uk fastmail.com fastmail.com.au ' +
  'fastmail.de fastmail.es fastmail.fm fastmail.fr fastmail.im fastmail.in fastmail.jp fastmail.mx ' +
  'fastmail.net fastmail.nl fastmail.org fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us ' +
  'fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net h-mail.us ' +
  'hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org ' +
  'internetemails.net internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com ' +
  'mail-page.com mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com ' +
  'mailhaven.com mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms ' +
  'mailup.net mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com ' +
  'postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info ' +
  'rushpost.com sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com ' +
  'the-fastest.net the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net warpmail.net xsmail.com ' +
  'yepmail.net your-mail.com'
).split(' ');

/** What providers say of the spellings of their mailboxes (November 2026). All of them also ignore a tag after `+`. */
export const mailProviders: readonly MailProvider[] = [
  // support.google.com/mail/answer/7436150 and /10313
  { domains: ['gmail.com', 'googlemail.com'], fold: (name) => name.replaceAll('.', '') },
  // support.apple.com/118230: one mailbox, with the domains of its age
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // proton.me/support/change-username and /addresses-and-aliases
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    fold: (name) => name.replaceAll(/[._-]/g, ''),
  },
  // yandex.com/support/id/authorization/email.html
  {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.uz'],
    fold: (name) => name.replaceAll('.', '-'),
  },
  // help.runbox.com/usernames-and-passwords and /how-do-internet-domains-work-for-email
  { domains: 'runbox.com runbox.no runbox.eu rbx.run rbx.email offshore.rocks mailhouse.biz'.split(' ') },
  // fastmail.help/hc/en-us/articles/360060591053; `_` is `-` in a domain: fastmail.com/blog/two-address-resolving-additions
  ...fastmailDomains.map((domain) => ({
    ...{ domains: [domain], subdomains: 'spelling' as const },
    fold: (name: string) => name.replaceAll('_', '-'),
  })),
  // addy.io/help/what-are-the-different-kinds-of-aliases
  { domains: ['anonaddy.com', 'anonaddy.me'], subdomains: 'own' },
  // support.mozilla.org/kb/general-questions-about-relay-email-domains
  { domains: ['mozmail.com'], subdomains: 'own' },
];

/**
 * Yahoo's names have no hyphen: what follows one is the keyword of a disposable address (help.yahoo.com, “AddressGuard”).
 * Its domains are one in each country; Japan's is another firm.
 */
export const yahooDomain = /^(?:yahoo\.(?!co\.jp$)(?:com?\.)?[a-z]{2,3}|ymail\.com|rocketmail\.com|y7mail\.com)$/;
