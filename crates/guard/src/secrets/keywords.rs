//! Where keywords stand in a text, upper and lower case alike. It looks at every second letter of a text that holds
//! none, since every text that is indexed or injected comes through here. What a keyword gives away is for others.

use std::sync::OnceLock;

/// What a keyword gives away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    /// A PEM header or footer.
    KeyBlock,
    /// A URL; the colon stands where the keyword starts.
    Url,
    /// A URL in the query of another.
    EscapedUrl,
    /// The `@` before the address of a data source.
    DataSource,
    /// The name of a data source, whose password may stand before nothing but a slash.
    Dsn,
    /// The scheme of a user and a password.
    Basic,
    /// A key of JSON, as RFC 7517 has it.
    Jwk,
    /// Rows that are put into a table.
    Insert,
    /// A call that takes a credential among its arguments; the bracket ends the keyword.
    Login,
    /// The same, with a key among them.
    Sign,
    /// A list of private keys.
    Accounts,
    /// A bearer token.
    Bearer,
    /// An `Authorization` header.
    Authorization,
    /// A cookie.
    Cookie,
    /// A command that may name a user and a password.
    Curl,
    /// A command that takes a password by `-p`.
    DashP,
    /// A client of Oracle's databases, which takes a user and a password apart by a slash.
    Oracle,
    /// A Kubernetes object in YAML.
    Kind,
    /// A Kubernetes object in JSON.
    KindInJson,
    /// The lines of a private key of PuTTY.
    PuttyKey,
    /// The name of something with a password's value: any word.
    Password,
    /// The name of something with a token's value: made by chance.
    Token,
}

/// Every keyword.
static KEYWORDS: &[(&str, Clue)] = &[
    ("-----BEGIN ", Clue::KeyBlock),
    ("-----END ", Clue::KeyBlock),
    ("://", Clue::Url),
    (":\\/", Clue::Url),
    (":\\\\/", Clue::Url),
    ("%3a%2f%2f", Clue::EscapedUrl),
    ("@tcp(", Clue::DataSource),
    ("@unix(", Clue::DataSource),
    ("dsn", Clue::Dsn),
    ("mysql\"", Clue::Dsn),
    ("mysql'", Clue::Dsn),
    ("basic ", Clue::Basic),
    ("basic\",", Clue::Basic),
    ("basic',", Clue::Basic),
    ("kty\"", Clue::Jwk),
    ("kty\\\"", Clue::Jwk),
    ("insert into", Clue::Insert),
    ("accounts:", Clue::Accounts),
    ("connect(", Clue::Login),
    ("connection(", Clue::Login),
    ("login(", Clue::Login),
    ("sequelize(", Clue::Login),
    ("pdo(", Clue::Login),
    ("mysqli(", Clue::Login),
    ("authenticate(", Clue::Login),
    ("bind_s(", Clue::Login),
    ("wifi.begin(", Clue::Login),
    ("jwt.sign(", Clue::Sign),
    ("jwt.verify(", Clue::Sign),
    ("jwt.encode(", Clue::Sign),
    ("jwt.decode(", Clue::Sign),
    ("signwith(", Clue::Sign),
    ("hmac(", Clue::Sign),
    ("hmac.new(", Clue::Sign),
    ("cookieparser(", Clue::Sign),
    ("cookiesession(", Clue::Sign),
    ("fernet(", Clue::Sign),
    ("totp(", Clue::Sign),
    ("aes.new(", Clue::Sign),
    ("aes.encrypt(", Clue::Sign),
    ("createcipheriv(", Clue::Sign),
    ("openssl_encrypt(", Clue::Sign),
    ("hmac256(", Clue::Sign),
    ("hmac.hexdigest(", Clue::Sign),
    ("jsonwebtoken.sign(", Clue::Sign),
    ("secure_compare(", Clue::Sign),
    ("bearer", Clue::Bearer),
    ("authorization", Clue::Authorization),
    ("curl ", Clue::Curl),
    ("mysql ", Clue::DashP),
    ("mysqldump ", Clue::DashP),
    ("mysqladmin ", Clue::DashP),
    ("mariadb ", Clue::DashP),
    ("sshpass", Clue::DashP),
    ("docker login", Clue::DashP),
    ("cookie:", Clue::Cookie),
    ("cookie\":", Clue::Cookie),
    ("cookie':", Clue::Cookie),
    ("oracle:thin:", Clue::Oracle),
    ("sqlplus ", Clue::Oracle),
    ("kind:", Clue::Kind),
    ("kind :", Clue::Kind),
    ("kind'", Clue::Kind),
    ("kind\"", Clue::KindInJson),
    ("kind\\\"", Clue::KindInJson),
    ("private-lines:", Clue::PuttyKey),
    ("identified by", Clue::Password),
    ("passw", Clue::Password),
    ("passphrase", Clue::Password),
    ("pass", Clue::Password),
    ("pwd", Clue::Password),
    ("_pw", Clue::Password),
    ("bindpw", Clue::Password),
    ("pw=", Clue::Password),
    ("pw =", Clue::Password),
    ("pw:", Clue::Password),
    ("pw :", Clue::Password),
    ("pw\"", Clue::Password),
    ("pw'", Clue::Password),
    ("pw[", Clue::Password),
    ("pw>", Clue::Password),
    ("pw |", Clue::Password),
    ("psk", Clue::Password),
    ("psw", Clue::Password),
    ("passcode", Clue::Password),
    ("kennwort", Clue::Password),
    ("contraseña", Clue::Password),
    ("contrasena", Clue::Password),
    ("senha", Clue::Password),
    ("пароль", Clue::Password),
    ("パスワード", Clue::Password),
    ("비밀번호", Clue::Password),
    ("secret", Clue::Password),
    ("securestring", Clue::Password),
    ("密码", Clue::Password),
    ("口令", Clue::Password),
    ("token", Clue::Token),
    ("密钥", Clue::Token),
    ("令牌", Clue::Token),
    ("key", Clue::Token),
    ("auth", Clue::Token),
    ("cred", Clue::Token),
    ("access", Clue::Token),
    ("private", Clue::Token),
    ("client_id", Clue::Token),
    ("clientid", Clue::Token),
    ("_pat", Clue::Token),
    ("_salt", Clue::Token),
    ("pepper", Clue::Token),
    ("sig=", Clue::Token),
];

/// Hands every keyword of a text to `take`, with where it starts and ends.
pub(super) fn find(text: &str, mut take: impl FnMut(Clue, usize, usize)) {
    static SEARCH: OnceLock<Search> = OnceLock::new();
    SEARCH.get_or_init(Search::new).find(text.as_bytes(), &mut take);
}

/// Every keyword has as many letters.
const WINDOW: usize = 3;
/// Places for two letters, in which upper and lower case fall together; others that do only cost a second look.
const PAIRS: usize = 1 << 14;
/// What source text holds, the commonest first; what is not listed is rarer.
const COMMON: &[u8] = b" etasrionlcdpum_fgh.,()=:;/\"bv";

/// A search as Wu and Manber describe it: pairs of letters say how far it is to the next place that may matter.
struct Search {
    /// By two letters: how far to go on, or [`LOOK`] and which of `endings` to look at.
    steps: Box<[u8; PAIRS]>,
    /// The keywords whose window ends with the same two letters.
    endings: Vec<Vec<Keyword>>,
}

const LOOK: u8 = 0x80;

struct Keyword {
    letters: &'static [u8],
    /// Where the window begins by which it is found.
    window: usize,
    clue: Clue,
}

impl Search {
    fn new() -> Self {
        let mut search = Self { steps: Box::new([WINDOW as u8 - 1; PAIRS]), endings: Vec::new() };
        for (word, clue) in KEYWORDS {
            let letters = word.as_bytes();
            search.add(Keyword { letters, window: rarest_window(letters), clue: *clue });
        }
        search
    }

    fn add(&mut self, keyword: Keyword) {
        let [first, second, third] = [0, 1, 2].map(|at| keyword.letters[keyword.window + at]);
        let step = &mut self.steps[pair(first, second)];
        *step = if *step & LOOK == 0 { 1 } else { *step };
        let step = &mut self.steps[pair(second, third)];
        if *step & LOOK == 0 {
            *step = LOOK | self.endings.len() as u8;
            self.endings.push(Vec::new());
        }
        self.endings[usize::from(*step & !LOOK)].push(keyword);
    }

    fn find(&self, text: &[u8], take: &mut impl FnMut(Clue, usize, usize)) {
        // The place of a window's last letter.
        let mut at = WINDOW - 1;
        while at < text.len() {
            let step = self.steps[pair(text[at - 1], text[at])];
            if step & LOOK == 0 {
                at += usize::from(step);
                continue;
            }
            for keyword in &self.endings[usize::from(step & !LOOK)] {
                let window = at + 1 - WINDOW;
                if keyword.is_at(text, window) {
                    let start = window - keyword.window;
                    take(keyword.clue, start, start + keyword.letters.len());
                }
            }
            at += 1;
        }
    }
}

impl Keyword {
    /// Whether the window that begins here is this keyword's.
    fn is_at(&self, text: &[u8], window: usize) -> bool {
        let part =
            window.checked_sub(self.window).and_then(|start| text.get(start..start + self.letters.len()));
        // The letter before the two that were seen decides nearly always.
        text[window].eq_ignore_ascii_case(&self.letters[self.window])
            && part.is_some_and(|part| part.eq_ignore_ascii_case(self.letters))
    }
}

/// The window of a keyword whose last two letters are the rarest.
fn rarest_window(letters: &[u8]) -> usize {
    let rarity = |letter: u8| {
        let folded = letter.to_ascii_lowercase();
        COMMON.iter().position(|common| *common == folded).unwrap_or(COMMON.len())
    };
    let windows = 0..=letters.len().saturating_sub(WINDOW);
    let last_two = |start: &usize| letters[*start..].iter().take(WINDOW).skip(1);
    windows.max_by_key(|start| last_two(start).map(|letter| rarity(*letter)).sum::<usize>()).unwrap_or(0)
}

/// The case of a letter is one bit, which is left out.
fn pair(first: u8, second: u8) -> usize {
    const WITHOUT_CASE: u8 = 0x5f;
    usize::from(first & WITHOUT_CASE) << 7 | usize::from(second & WITHOUT_CASE)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &str) -> Vec<(usize, usize)> {
        let folded = text.to_ascii_lowercase();
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (word, _) in KEYWORDS {
            let word = word.to_ascii_lowercase();
            let starts = (0..folded.len()).filter(|at| folded.as_bytes()[*at..].starts_with(word.as_bytes()));
            all.extend(starts.map(|start| (start, start + word.len())));
        }
        all.sort_unstable();
        all
    }

    fn found(text: &str) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        find(text, |_, start, end| all.push((start, end)));
        all.sort_unstable();
        all
    }

    #[test]
    fn every_keyword_fills_a_window() {
        assert!(KEYWORDS.iter().all(|(word, _)| word.len() >= WINDOW));
    }

    #[test]
    fn every_keyword_is_found_wherever_it_stands() {
        for (word, _) in KEYWORDS {
            for before in 0..5 {
                let text = format!("{}{word}", "x".repeat(before));
                assert_eq!(found(&text), naive(&text), "{text}");
                let text = format!("{}{}:", "é".repeat(before), word.to_uppercase());
                assert_eq!(found(&text), naive(&text), "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(
            parts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[-:/a-zA-Z_ é]{0,4}"), 0..12)
        ) {
            let mut text = String::new();
            for (word, letters, between) in &parts {
                let (word, _) = KEYWORDS[word.index(KEYWORDS.len())];
                text.extend(word.chars().take(*letters));
                text.push_str(between);
            }
            prop_assert_eq!(found(&text), naive(&text));
        }
    }
}
