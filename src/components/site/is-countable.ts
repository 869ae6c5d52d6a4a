const { webdriver, doNotTrack } = navigator;

/**
 * Whether this visit may be counted, even without saying whose it is: not where the visitor sends Do Not Track or Global
 * Privacy Control, which TypeScript's DOM doesn't know. Automated browsers aren't visitors.
 */
export const isCountable =
  !webdriver && doNotTrack !== '1' && !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
