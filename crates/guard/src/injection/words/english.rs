//! The English words of each notion, in lower case. A word in several rows has all of their notions.

use super::*;

pub(super) const ROWS: &[(Notions, &str)] = &[
    (
        FILLER,
        "a an the all any of my our these those this that every each other and or please just completely also entire \
         whole full complete given whatever immediately now instead so then strictly totally kindly must should to as \
         is are was were have been has had which me us it its very such first already on in by with at both them they \
         be being for from can will here there simply fully every single one own current exact",
    ),
    (
        IGNORE,
        "ignore disregard forget discard neglect abandon disobey unlearn dismiss ditch ignoring disregarding forgetting",
    ),
    (OVERRIDE, "override supersede overrule overwrite countermand nullify replace overriding"),
    (
        PRIOR,
        "previous prior above preceding earlier foregoing before initial original existing past previously former \
         precedent upstream beforehand",
    ),
    (
        ORDERS,
        "instructions instruction directives directions guidelines guideline guidance instruct briefing programming",
    ),
    (
        RULES,
        "rules rule commands orders messages message requests request restrictions constraints policies context \
         conversation content text task tasks question questions prompting training filters settings configuration \
         constraint protocols parameters input statements limitations safeguards",
    ),
    (PROMPT, "prompt prompts"),
    (YOUR, "your ur thy"),
    (YOU, "you u yourself youre youll youve"),
    (ME, "me mine i us myself"),
    (ARE, "are re youre become be"),
    (NOW, "now henceforth hereafter onwards forward onward"),
    (SYSTEM, "system developer sys"),
    (
        REVEAL,
        "reveal print output show display repeat leak dump disclose expose recite echo translate quote divulge \
         summarize spell regurgitate restate",
    ),
    (
        BOT,
        "assistant assistants llm llms ai ais claude codex copilot chatgpt gpt gemini windsurf chatbot chatbots \
         aider devin copilots llama deepseek qwen grok cline",
    ),
    (
        MODEL,
        "agent agents cursor model models bot bots reviewer reviewers tool tools machine crawler crawlers summarizer",
    ),
    (MAKER, "anthropic openai google deepmind microsoft"),
    (
        CHIEF,
        "admin administrator administrators maintainer maintainers owner operator root superuser developer security supervisor ceo",
    ),
    (IF, "if unless whether"),
    (
        MUST,
        "must should shall need please needs required mandatory have has ought instructed ordered expected obliged \
         supposed always requested will",
    ),
    (
        NOT,
        "not never dont cannot cant wont shouldnt mustnt doesnt didnt no without avoid stop refrain omit nor cease quit",
    ),
    (
        TELL,
        "tell inform mention notify alert disclose reveal report telling informing mentioning flag highlight warn say \
         acknowledge reporting revealing",
    ),
    (
        USER,
        "user users human humans person people operator reader anyone anybody everyone reviewer developer developers",
    ),
    (REPLY, "reply response answer summary output replies responses answers report message review"),
    (RUN, "run execute perform launch exec running start"),
    (FOLLOWING, "following this next these below here attached it"),
    (COMMAND, "command commands script code shell payload line lines"),
    (RM, "rm"),
    (
        ORDERED,
        "rm rmdir rd del mkfs wipefs shred dd curl wget iwr irm delete erase wipe destroy purge remove drop ignore \
         disregard forget dismiss neglect follow obey fulfil fulfill honor honour comply heed fdx xdf ffdx fxd dfx xfd",
    ),
    (RF, "rf fr"),
    (FETCH, "curl wget iwr"),
    (SHELL, "sh bash zsh python python3 shell iex powershell"),
    (
        SEND,
        "send upload post exfiltrate leak email transmit append include forward attach encode exfil deliver ship \
         mail publish embed pass put submit smuggle hand share export exfiltrating sending uploading",
    ),
    (
        READ,
        "read cat open fetch extract collect gather access grab harvest retrieve steal copy dump find locate get",
    ),
    (
        SECRET,
        ".env .ssh .aws .npmrc .netrc .kube .gnupg rsa ed25519 shadow envvars environ privatekey apikeys",
    ),
    (TOKEN, "credentials credential passwords password secrets secret tokens token keys apikey wallet env"),
    (TALK, "conversation conversations chat transcript dialogue messages"),
    (NEW, "new updated fresh revised different additional further real actual true next"),
    (
        TASK,
        "task goal role objective mission job instructions instruction identity purpose duty request action step assignment directive prompt",
    ),
    (
        ROLE,
        "assistant dan chatbot bot ai llm gpt evil hacker unrestricted uncensored jailbroken unfiltered unlimited freed \
         persona character administrator superuser agent model admin terminal shell chatgpt",
    ),
    (
        UNBOUND,
        "unrestricted uncensored jailbroken jailbreak unfiltered amoral unaligned unhinged unmoderated lawless unchained \
         darkgpt evilbot",
    ),
    (PRETEND, "pretend act roleplay simulate emulate impersonate imagine play behave acting"),
    (MODE, "mode persona character role"),
    (CONSENT, "consented approved authorized authorised agreed preapproved confirmed granted okayed"),
    (WITHOUT, "without no not skip dont unneeded unnecessary"),
    (ASK, "asking ask confirmation confirming confirm approval permission approve consent"),
    (NOTE, "note attention notice important warning reminder memo dear hey hi hello directive announcement"),
    (TO, "to for from toward about"),
    (EVERYTHING, "everything anything all whatever any every"),
    (SAFETY, "safety security ethical moral content safeguards ethics guardrail guardrails moderation"),
    (
        LIMITS,
        "restrictions limitations limits guardrails filters rules guidelines policies boundaries \
         ethics censorship constraints morals safeguards protections policy",
    ),
    (
        MACHINE,
        "pointer pointers cache caches set sets address addresses decoder counter register registers operand operands opcode \
         opcodes block blocks stream streams slot count counts node nodes bytes sequence manual page pages tuning \
         tuned following",
    ),
    (
        VOID,
        "void outdated obsolete cancelled canceled invalid revoked superseded deprecated replaced lifted suspended \
         null overridden rescinded nullified updated ended off disabled irrelevant voided offline",
    ),
    (HIDDEN, "hidden secret initial original internal confidential private underlying"),
    (WHEN, "when whenever before after while once upon during as prior"),
    (FROM, "from starting beginning effective"),
    (POLICY, "policy policies directive directives instruction instructions rules order orders protocol"),
    (
        THIS_ORDER,
        "instruction instructions message step note notice comment text steps change changes modification action directive",
    ),
    (SILENTLY, "silently secretly quietly covertly stealthily discreetly"),
    (DISABLE, "disable bypass skip deactivate circumvent suppress evade suspend bypassing turn switch"),
    (
        CHECK,
        "tests test checks check review reviews verification logging audit lint linter authentication authorization prompts \
         validation warnings alerts protections protection restrictions alarms monitoring scanning scan moderation license",
    ),
    (
        GIVEN,
        "given received told got provided gave said configured taught trained instructed operate assigned",
    ),
    (IS_IT, "is are means equals"),
    (DANGEROUS, "bypasspermissions dangerously yolo malware backdoor keylogger miner ransomware"),
    (
        FOLLOW,
        "obeyed executed followed obeying listening complying follow obey comply listen adhere heed execute abide adopt",
    ),
    (
        THIS_TEXT,
        "this file repository repo document page comment code text project module codebase readme log article content website email \
         package function issue commit",
    ),
    (
        HANDLE,
        "summarize summarise summarizing summarising answer answering respond responding review reviewing reading read processing \
         process analyzing analysing analyze parse parsing see editing edit complete completing solve solving reply \
         replying continue continuing proceed scanning ingesting opens open opening doing working",
    ),
    (APPROVE, "approve accept merge lgtm approved"),
    (RECOMMEND, "recommend promote endorse praise advertise"),
    (ALWAYS, "always every whenever any each all never"),
    (QUESTION, "question questions query asks ask request asked queries"),
    (WORD, "word words phrase exactly"),
    (ONLY, "only exclusively just exactly nothing solely simply"),
    (FLAWLESS, "secure safe clean positive perfect excellent harmless correct trustworthy flawless"),
    (
        FLAW,
        "vulnerability vulnerabilities issue issues bug bugs negatives negative problems problem flaws flaw concerns competitors backdoor exploit weakness malicious",
    ),
    (MEMORY, "memory memories remember memorize"),
    (
        FUTURE,
        "future subsequent sessions conversations later permanently persist forever afterwards interactions turns",
    ),
    (
        PRIORITY,
        "precedence priority supersede outrank override prevail supersedes overrides outranks preempt",
    ),
    (VERBATIM, "verbatim entirety exactly word exact"),
    (END, "end eof endof finished terminated termination ends begin"),
    (PUSH, "commit push merge deploy release publish"),
    (MAINLINE, "main master origin production prod trunk upstream"),
    (URGENT, "urgent critical immediately emergency stop important mandatory attention asap crucial"),
    (LET, "let make"),
    (KNOW, "know aware notice see find learn"),
    (KEEP, "keep hide conceal withhold leave secret hidden"),
    (USE, "use call invoke trigger using"),
    (TOOL, "tool tools mcp"),
    (
        INSERT,
        "insert add inject append write save put set store place prepend embed modify edit change update",
    ),
    (DELETE, "delete erase wipe destroy purge"),
    (REFUSE, "refuse decline question hesitate resist deny object"),
    (LIKE, "as like consider treat regard deem view"),
    (REAL, "real actual true highest"),
    (ENTER, "enabled activated engaged unlocked"),
    (FREE, "free freed exempt"),
    (KEYFILE, ".ssh .aws .netrc .gnupg .kube rsa ed25519 .npmrc"),
    (DATA, "database databases files account accounts repository customers table tables backups records"),
    (ADDRESS, "pastebin webhook attacker ngrok"),
    (SURE, "sure certainly okay ok done understood acknowledged yes absolutely"),
    (SPEAKER, "human user assistant system"),
    (INSTEAD, "instead rather"),
    (DOING, "doing deleting running sending executing verified proceeding adding will completed"),
    (PAY, "transfer wire pay payment funds money bitcoin crypto"),
    (HOLD, "apply applies valid bind binding hold govern effect relevant needed bound"),
    (ASIDE, "aside away behind"),
    (ENVIRONMENT, "environment env variables vars variable"),
    (LANGUAGE, "language automated autonomous coding large intelligent programming"),
    (GRANT, "grant give elevate escalate"),
    (RIGHTS, "sudo rights permissions access privileges permission privilege"),
    (FILLER, "into onto longer strongly strictly over off waiting"),
    (
        KEEPER,
        ".claude .cursor .codex .cursorrules .windsurfrules .clinerules cursorrules .mcp .gemini bypasspermissions",
    ),
    (MD, "md mdc"),
    (JOIN, "and then but so"),
    (PLACE, "url urls link webhook endpoint server domain pastebin gist address website host"),
    (IMAGE, "image images url link query dns pixel img hyperlink"),
    (ENTER, "enter switch activate enable enabling entering"),
    (VISIT, "visit browse navigate download fetch contact ping use"),
    (
        PRODUCT,
        "claude codex copilot chatgpt gpt gemini windsurf llm llms ai llama deepseek qwen grok cline devin aider",
    ),
    (UTTER, "say respond reply answer"),
];
