import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { Field, type FieldLabels, splitFieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './password-input.module.css';

export type PasswordInputProps = FieldLabels & {
  readonly showLabel: string;
  readonly hidePasswordLabel: string;
  readonly autoComplete: 'current-password' | 'new-password';
} & Omit<ComponentProps<'input'>, 'children' | 'type'>;

export function PasswordInput(props: PasswordInputProps) {
  const { field, showLabel, hidePasswordLabel, ...rest } = splitFieldProps(props);
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.frame}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classNames(fieldStyles.control, styles.input)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            aria-label={isShown ? hidePasswordLabel : showLabel}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} />
          </button>
        </span>
      )}
    </Field>
  );
}
