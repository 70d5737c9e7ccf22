import { TokenSection } from './api-token/token-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { TwoFactorSection } from './two-factor/two-factor-section.tsx';

/** What a person sets for themselves, in order. A section lives in a folder or file of its own. */
const SECTIONS = [LanguageSection, PasswordSection, TwoFactorSection, SessionsSection, TokenSection, NotificationsSection];

export function AccountRoom() {
  return (
    <>
      {SECTIONS.map((Section) => (
        <Section key={Section.name} />
      ))}
    </>
  );
}
