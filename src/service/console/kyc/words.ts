/** What the page for documents says, in the languages that a link may have. */

export interface Words {
  readonly language: string;
  readonly title: string;
  /** @param country its name, in English as the carriers have it */
  readonly lead: (country: string) => string;
  /** For a page in the name of the company that sent the link. */
  readonly from: (company: string) => string;
  readonly street: string;
  readonly locality: string;
  readonly postalCode: string;
  readonly send: string;
  readonly note: string;
  readonly sent: End;
  readonly used: End;
  readonly expired: End;
}

interface End {
  readonly title: string;
  readonly text: string;
}

const ENGLISH: Words = {
  language: 'en',
  title: 'Documents for a phone number',
  lead: (country) => `The regulator of ${country} wants to know who uses the number.`,
  from: (company) => `${company} asks you for these details.`,
  street: 'Street and house number',
  locality: 'City',
  postalCode: 'Postal code',
  send: 'Send',
  note: 'The link works once. The reviewers of this service are simulated, and nobody sees what you enter.',
  sent: { title: 'Sent', text: 'The documents are under review. You can close this page.' },
  used: { title: 'This link was used', text: 'It works once. Whoever gave it to you can make another.' },
  expired: { title: 'This link has expired', text: 'It works for a week. Whoever gave it to you can make another.' },
};

const SPANISH: Words = {
  language: 'es',
  title: 'Documentos para un número de teléfono',
  lead: (country) => `El regulador (${country}) quiere saber quién usa el número.`,
  from: (company) => `${company} le pide estos datos.`,
  street: 'Calle y número',
  locality: 'Ciudad',
  postalCode: 'Código postal',
  send: 'Enviar',
  note: 'El enlace funciona una sola vez. Los revisores de este servicio son simulados y nadie ve lo que escribe.',
  sent: { title: 'Enviado', text: 'Los documentos están en revisión. Puede cerrar esta página.' },
  used: { title: 'Este enlace ya se usó', text: 'Funciona una sola vez. Quien se lo dio puede crear otro.' },
  expired: { title: 'Este enlace ha caducado', text: 'Funciona durante una semana. Quien se lo dio puede crear otro.' },
};

const PORTUGUESE: Words = {
  language: 'pt-BR',
  title: 'Documentos para um número de telefone',
  lead: (country) => `O órgão regulador (${country}) quer saber quem usa o número.`,
  from: (company) => `${company} pede estes dados a você.`,
  street: 'Rua e número',
  locality: 'Cidade',
  postalCode: 'CEP ou código postal',
  send: 'Enviar',
  note: 'O link funciona uma única vez. Os revisores deste serviço são simulados e ninguém vê o que você digita.',
  sent: { title: 'Enviado', text: 'Os documentos estão em análise. Você pode fechar esta página.' },
  used: { title: 'Este link já foi usado', text: 'Ele funciona uma única vez. Quem o enviou pode criar outro.' },
  expired: { title: 'Este link expirou', text: 'Ele funciona por uma semana. Quem o enviou pode criar outro.' },
};

const LANGUAGES = [ENGLISH, SPANISH, PORTUGUESE];

/** English where the link names no language. */
export const wordsIn = (language: string | undefined): Words =>
  LANGUAGES.find((one) => one.language === language) ?? ENGLISH;
