/** The addresses that simulated hosts have, for those who look them up; they lead nowhere but here. */
export interface AddressBook {
  /** The same whenever it is asked for. */
  addressesOf(host: string): { readonly v4: string; readonly v6: string };
  /** Whose address this is. */
  hostAt(address: string): string | undefined;
}

/** Reserved for documentation: nobody on the network has them. (RFC 5737, RFC 3849) */
const networks = ['192.0.2', '198.51.100', '203.0.113'] as const;
const perNetwork = 254;

export const createAddressBook = (): AddressBook => {
  const numbers = new Map<string, number>();
  const hosts = new Map<string, string>();
  return {
    addressesOf: (host) => {
      const number = numbers.get(host) ?? numbers.size;
      const addresses = write(number);
      // Where there are more hosts than addresses, one means the host that had it last.
      for (const address of Object.values(addresses)) hosts.set(address, host);
      numbers.set(host, number);
      return addresses;
    },
    hostAt: (address) => hosts.get(address),
  };
};

const write = (number: number): { readonly v4: string; readonly v6: string } => {
  const network = networks[Math.floor(number / perNetwork) % networks.length] ?? networks[0];
  return { v4: `${network}.${1 + (number % perNetwork)}`, v6: `2001:db8::${(number + 1).toString(16)}` };
};
