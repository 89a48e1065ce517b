/** Help text of the command. */
export const USAGE = `latchkit-gateway                     serve; settings come from environment variables
latchkit-gateway project create      --name NAME [--id ID] [options]; prints the id
latchkit-gateway project list        [--json]
latchkit-gateway project set ID      [--name NAME] [options]; what is not named stays
    --origin ORIGIN                  a page that may use the project, for example https://app.example.com; repeat it
    --any-origin                     any page may
    --trust ORIGIN                   set only: the embedded wallet asks about payments and permits within pages of this origin,
                                     whose code can then hide what a visitor approves: only where all of it is yours; repeat it
    --untrust ORIGIN                 set only: takes that back
    --analytics on|off
    --feature NAME=VALUE             NAME: email, activity, reownBranding, multiWallet (on, off), socials, swaps, onramp
                                     (off, or a list such as google,apple), each also: host (the page decides); repeat it.
                                     socials, onramp: providers without credentials are left out
    --wallets FILE|none              wallets that only this project lists: a JSON file like that of LATCHKIT_WALLETS, which is read
                                     once and stored; none: removes them
    --smart-accounts FILE|none       which fees of smart accounts the project pays, whether its pages may name a paymaster, and which
                                     functions they may ask for the permission to call: a JSON file; none: removes them
    --approve-calls FILE|none        which of these functions you approve, after you have read the contracts: a JSON file of your own
                                     with chainId, contract and function of each; the others are not granted or served
    --relay-network PROJECT_ID|none  the project's id at the WalletConnect network, from its dashboard: its pages then reach wallets
                                     from the stores by code, over the network's relay, which sees a visitor's address while a
                                     code or link is in use; none: only the gateway's relay
latchkit-gateway project delete ID --yes  with its events and sign-ins; its id is not given again
latchkit-gateway project provider set ID PROVIDER  [--client-id ID] --secret FILE; stores a project's credentials at a login
                                     provider, encrypted, and prints the redirect URI to register. PROVIDER: apple, discord,
                                     facebook, github, google, telegram, x
    --secret FILE|-                  file with the client secret; Apple: the private key (.p8); Telegram: the bot's token.
                                     -: the standard input
    --team-id ID --key-id ID         Apple only
latchkit-gateway project provider list ID  [--json]; where the credentials of each provider come from, never the credentials
latchkit-gateway project provider test ID PROVIDER
                                     asks the provider; explains a wrong secret, redirect URI or clock
latchkit-gateway project provider remove ID PROVIDER
latchkit-gateway project payments ID [--webhook URL|none] [--new-secret] [--off]; lets the project's servers create payments and
                                     prints their secret once, and the key of the webhooks' signatures
    --webhook URL                    where the gateway reports payments
    --new-secret                     replaces the secret at once
latchkit-gateway payments review     [--project ID] [--json]; lists the transfers before an upgrade that counted for another payment
                                     than they would by the rules of today
latchkit-gateway events              [--project ID] [--type TYPE] [--event NAME] [--since TIME] [--limit 100] [--json]
                                     analytics events, newest first; error reports: --type error
latchkit-gateway events prune        --days N; deletes what is older
latchkit-gateway keys rotate         [--at-once]; prints the id of the new key
                                     of sign-in tokens. --at-once: the old keys are deleted, and their tokens refused
latchkit-gateway names check         lists registered names that nobody could register now: those that look reserved, or like an older one
latchkit-gateway names deploy --gateway URL --rpc URL --key FILE|-
                                     deploys the resolver contract of a running gateway's account names; FILE: the private key of the
                                     account that pays and owns the contract. -: the standard input
latchkit-gateway --only gateway|vault  serve one half of the embedded wallet; the other runs elsewhere
latchkit-gateway kek make FILE       makes the key file of a store of the wallet; keep it apart from backups of the data
latchkit-gateway kek ceremony DIR    splits the key files for five custodians, any three of whom can rebuild them, and records it
latchkit-gateway kek restore FILE SHARE SHARE SHARE
                                     rebuilds a key file of the shares of three custodians
latchkit-gateway canaries create     creates the five canary wallets, which drills open and backups prove
latchkit-gateway drill               [device|recovery]; runs a drill of the canary wallets, or lists the newest results
latchkit-gateway drill record restore|custodians
                                     records that a backup was restored elsewhere, or a key rebuilt by custodians
latchkit-gateway doctor              checks the contracts of smart accounts with their bundlers, and of swaps, asks each node for its chain,
                                     and says whether the data was used in the other mode, too
latchkit-gateway health              asks the gateway that runs here with the same settings whether it can serve, for health checks of containers
latchkit-gateway network-relay       development only: serves a stand-in of the WalletConnect network's relay at
                                     LATCHKIT_NETWORK_RELAY_PORT, 4007
latchkit-gateway ready               lists what is missing before wallets are created in production
latchkit-gateway backup-key FILE     makes a key pair for backups and prints the public key; run it elsewhere, the file stays offline
latchkit-gateway backup FILE         writes an encrypted backup of the wallet's stores to the keys in LATCHKIT_BACKUP_KEYS
latchkit-gateway restore FILE --key KEYFILE  [--store gateway|vault]
                                     restores the wallet's stores from a backup into empty databases, and checks them
latchkit-gateway restore --from-mirror gateway|vault  [--mirror URL]
                                     rebuilds a lost store from the encrypted rows in the other one, whose PostgreSQL database is at
                                     URL if it belongs to another machine
latchkit-gateway kek rotate           makes a new key for each store and wraps all data keys with it; after a crash, another call continues
latchkit-gateway kek destroy gateway|vault KEY
                                     destroys an old key, 35 days after nothing needed it any more
latchkit-gateway audit verify        [--checkpoints DIRECTORY] [--wallet-head SEQ:HASH] [--vault-head SEQ:HASH]; checks the wallet's
                                     logs against their signed checkpoints, prints their newest entries
latchkit-gateway wallets concerned   [--json]; counts the wallets that a login of someone else may have opened before the upgrade that
                                     repaired social logins, and what that withdrew; names nobody
    --mail --yes                     emails their owners, each once; without --yes, nothing is sent
latchkit-gateway wallet-rows ADDRESS prints the encrypted rows of one wallet in both stores, for the offline tool, which opens them
                                     with both key files; both audit logs record it
latchkit-gateway verify-frame URL    [--key KEY] [--project ID] [--vault URL] [--gateway URL] [--origin ORIGIN]... [--trusted ORIGIN]...;
                                     compares the wallet page that is served at URL with its signed manifest and with this package,
                                     and prints what the server writes into it: vault, gateway, origins, policy. --key: the key that
                                     hosts pin; default: this package's. The others: what the configuration must be
latchkit-gateway --version           prints the version
latchkit-gateway help`;
