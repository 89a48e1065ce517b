import type { CaipNetwork } from 'latchkit';
import { type AuthenticationRequest, formatAuthMessage } from 'latchkit/walletconnect';
import { Facts } from './Facts.js';
import { hostOf } from './Peer.js';
import { type Answering, Review } from './Review.js';
import { signInMessages } from './signInAs.js';
import type { AccountKeys } from './walletKeys.js';

interface SignInReviewProps extends Answering {
  readonly request: AuthenticationRequest;
  readonly keys: AccountKeys;
  readonly accountName: string;
  readonly networks: readonly CaipNetwork[];
}

/** A page's request to connect and sign in at once: the text to sign. */
export function SignInReview({ request, keys, accountName, networks, ...answering }: SignInReviewProps) {
  const { authPayload, requester } = request;
  const messages = signInMessages(authPayload, keys, networks);
  const [first] = messages;
  const names = networks.filter(({ caipNetworkId }) => authPayload.chains.includes(caipNetworkId));
  const host = hostOf(requester.metadata);
  const isElsewhere = host !== undefined && authPayload.domain !== host;
  return (
    <Review
      title="Sign in to this page?"
      peer={requester.metadata}
      problem={first ? undefined : 'The page wants to sign in on networks that this wallet does not have.'}
      warning={
        isElsewhere ? `The page says it is ${host}, and wants a sign-in to ${authPayload.domain}.` : undefined
      }
      {...answering}
    >
      <Facts
        facts={[
          ['Signs', accountName],
          ['Networks', names.map(({ name }) => name).join(', ')],
        ]}
      />
      {first && (
        <figure className="code">
          <figcaption>Message</figcaption>
          <pre>{formatAuthMessage(first)}</pre>
        </figure>
      )}
      {messages.length > 1 && <p className="small">The same once more for each of the other networks.</p>}
    </Review>
  );
}
