import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { FieldError } from './field.tsx';
import styles from './radio-cards.module.css';

export type RadioCard = {
  readonly value: string;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  /** A price or figure at the end of the card. */
  readonly aside?: ReactNode;
  /** Why the card can't be selected; replaces the detail. */
  readonly disabledReason?: string | undefined;
};

type RadioCardsProps = {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly name: string;
  readonly cards: readonly RadioCard[];
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: (value: string) => void;
  /** Puts the cards in a row where there is room; stacked by default. */
  readonly row?: boolean;
  readonly ref?: Ref<HTMLFieldSetElement>;
};

/** One choice out of a few, each with room for an explanation. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, hideLegend, hint, error, name, cards, value, defaultValue, onChange, row, ref } = props;
  const id = useId();
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <fieldset ref={ref} className="stack gap-2" aria-describedby={describedBy || undefined}>
      <legend className={hideLegend ? 'visually-hidden' : styles.legend}>{legend}</legend>
      <div className={classNames('stack gap-2', row && styles.row)}>
        {cards.map((card) => (
          <label key={card.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={card.value}
              disabled={card.disabledReason !== undefined}
              onChange={() => onChange?.(card.value)}
              className={styles.input}
              {...(value !== undefined && { checked: value === card.value })}
              {...(value === undefined && { defaultChecked: defaultValue === card.value })}
            />
            <span className={styles.content}>
              <span className={styles.label}>{card.label}</span>
              {(card.disabledReason ?? card.detail) && (
                <span className={styles.detail}>{card.disabledReason ?? card.detail}</span>
              )}
            </span>
            {card.aside !== undefined && <span className={styles.aside}>{card.aside}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
      {hint !== undefined && (
        <div id={`${id}-hint`} className={fieldStyles.hint}>
          {hint}
        </div>
      )}
    </fieldset>
  );
}
