import { useId, useState } from 'react';
import { suggestEmail } from '#lib/email-suggestion.ts';
import styles from './email-input.module.css';
import { RichText } from './rich-text.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

type EmailInputProps = Omit<TextInputProps, 'type' | 'onChange' | 'value'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** “Did you mean {{email}}?” */
  readonly suggestionText: string;
};

/** An email address. Once typed, suggests a correction if the provider's name looks mistyped; it never blocks. */
export function EmailInput({ value, onChange, suggestionText, ...rest }: EmailInputProps) {
  const statusId = useId();
  const [checked, setChecked] = useState('');
  const suggestion = checked === value && !rest.readOnly ? suggestEmail(value) : undefined;
  return (
    <div className={styles.field}>
      <TextInput
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type="email"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setChecked(value)}
      />
      <p id={statusId} className={styles.suggestion} role="status">
        {suggestion && (
          <RichText
            text={suggestionText}
            parts={{
              email: (
                <button type="button" className={styles.accept} onClick={() => onChange(suggestion)}>
                  {suggestion}
                </button>
              ),
            }}
          />
        )}
      </p>
    </div>
  );
}
