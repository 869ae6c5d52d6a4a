import type { Locale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { RichText } from '#ui/rich-text.tsx';
import type { Checkout } from '../stores/checkout.ts';
import styles from './checkout.module.css';
import { useTexts } from './texts.ts';

type ContractLanguageProps = {
  /** The language in which the law has the contract delivered first. */
  readonly language: Locale;
  readonly isChosen: boolean;
  readonly error: string | undefined;
  readonly setBuyer: Checkout['setBuyer'];
};

/** The contract in the language of the buyer's law, and the express choice of the page's language after it. */
export function ContractLanguage({ language, isChosen, error, setBuyer }: ContractLanguageProps) {
  const { strings } = useTexts();
  const link = (route: 'terms' | 'billingTerms', text: string) => (
    <a href={pathTo(route, {}, language)} hrefLang={language} lang={language} target="_blank" rel="noopener">
      {text}
    </a>
  );
  return (
    <section className={`stack gap-2 ${styles.renewal}`} aria-label={strings.contract_title}>
      <h3>{strings.contract_title}</h3>
      <p>
        <RichText
          text={strings.contract_text}
          parts={{
            terms: link('terms', strings.contract_terms_link),
            billing: link('billingTerms', strings.contract_billing_link),
          }}
        />
      </p>
      <Checkbox
        name="contractInLocale"
        checked={isChosen}
        error={error}
        label={strings.contract_label}
        hint={strings.contract_hint}
        onChange={(event) => setBuyer('contractInLocale', event.target.checked ? 1 : 0)}
      />
    </section>
  );
}
