//! What a word or phrase can say about a prompt, and how much it says.
//!
//! Owns the list of lexical features and their weights. Both languages share it: a lexicon only says which
//! feature a word carries, never how much it weighs.

/// What a word or phrase of the prompt says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Feature {
    /// Grammar: says nothing about the topic.
    Stop,
    /// Stands for something that only the conversation knows: it, the result, 这个.
    Vague,
    /// A part of a program: function, endpoint, 函数.
    CodeNoun,
    /// A thing that programs deal with: cache, socket, 缓存.
    TechNoun,
    /// A code word that everyday speech uses as well: class, form, 架构.
    Ambiguous,
    /// The name of a programming language.
    Language,
    /// A part of a product that people see: page, button, receipt, 页面.
    ProductPart,
    /// A person as a product knows them: users, tenants, 会员.
    Actor,
    /// This repository: codebase, our project, 仓库.
    RepoRef,
    /// Asks for a repair.
    Fix,
    /// Something behaves wrongly.
    Symptom,
    /// Wording that often, not always, describes a wrong behaviour: but, whenever, 却.
    SymptomHint,
    /// The name of a failure: error, segfault, 报错.
    ErrorWord,
    /// Asks for something new.
    Add,
    /// A verb that asks for something only where a clause opens with it: skip, warn, 跳过.
    Order,
    /// Asks for a change.
    Change,
    /// Asks for a change of existing structure: rename, split, 重构.
    Restructure,
    /// Says what a product ought to do: should be able to, 支持.
    Wish,
    /// Wording that often says what ought to be: 要.
    WishHint,
    /// The places that use something.
    Callers,
    /// Asks for a place.
    Where,
    /// Asks how.
    How,
    /// Asks what, which or when.
    What,
    /// Asks for a reason.
    Why,
    /// Asks for a list or a look.
    Show,
    /// Asks for an explanation.
    Explain,
    /// A question about a mechanism: how are … worked out, 是怎么…的.
    Mechanism,
    /// The opening of such a question: how does, when is; of the world as well as of a system.
    Works,
    /// Asks for a judgement.
    Review,
    /// A question that a judgement answers: is it safe, 合不合理.
    Judge,
    /// What a judgement looks for: race condition, 隐患.
    Risk,
    /// A change as an object: diff, patch, 改动.
    ChangeNoun,
    /// Asks who calls whom.
    CallChain,
    /// Asks what a change reaches.
    Impact,
    /// Asks for nesting, length or complexity.
    Complexity,
    /// Asks what changes often.
    Hotspot,
    /// Asks for known holes of dependencies.
    DependencyScan,
    /// The machine around the code: installing, images, networks.
    Environment,
    /// A topic that products rarely are about: headache, joke, 红烧肉.
    TopicStrong,
    /// A topic that a product may well be about: weather, recipe, 天气.
    TopicWeak,
    /// Someone's private life: my mother, 我家猫.
    Private,
    /// Talk for its own sake: hello, haha, 陪我聊.
    Social,
    /// Of the conversation or the agent itself: your answers, 换个思路.
    Talk,
    /// Of what is done with git or the shell: undo the last commit, 切换分支.
    Operation,
    /// Asks for advice or a recommendation.
    Advice,
    /// Speaks of oneself: should I, I feel.
    FirstPerson,
    /// Asks for a definition or a difference.
    Define,
    /// General knowledge about computing: TCP, quicksort, 闭包.
    Knowledge,
    /// A text that is not code: poem, toast, 祝酒词.
    PrivateText,
    /// Asks for a translation.
    Translate,
    /// Asks for a fact about the world: capital of, 哪一年.
    Fact,
}

/// What a feature adds to the five sums.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weights {
    /// Evidence that the prompt is about code; negative speaks against it.
    pub code: f64,
    /// Added to the sum of `debug`.
    pub debug: f64,
    /// Added to the sum of `modify`.
    pub modify: f64,
    /// Added to the sum of `explore`.
    pub explore: f64,
    /// Added to the sum of `review`.
    pub review: f64,
}

const fn weights(code: f64, debug: f64, modify: f64, explore: f64, review: f64) -> Weights {
    Weights { code, debug, modify, explore, review }
}

impl Feature {
    /// The weights, in log-odds.
    pub(super) const fn weights(self) -> Weights {
        match self {
            Self::Stop | Self::Vague => weights(0.0, 0.0, 0.0, 0.0, 0.0),
            // A code word is evidence, but people also speak of bugs in the kitchen: no single one decides.
            Self::CodeNoun => weights(1.0, 0.0, 0.1, 0.1, 0.0),
            Self::TechNoun => weights(0.8, 0.0, 0.0, 0.0, 0.0),
            // Alone it proves nothing; beside other evidence it helps.
            Self::Ambiguous => weights(0.3, 0.0, 0.0, 0.0, 0.0),
            Self::Language => weights(0.15, 0.0, 0.0, 0.0, 0.0),
            Self::ProductPart => weights(0.9, 0.1, 0.1, 0.0, 0.0),
            Self::Actor => weights(0.5, 0.0, 0.1, 0.0, 0.0),
            Self::RepoRef => weights(1.6, 0.0, 0.0, 0.3, 0.0),
            Self::Fix => weights(0.6, 2.4, 0.6, 0.0, 0.0),
            Self::Symptom => weights(0.6, 1.9, 0.0, 0.0, 0.0),
            Self::SymptomHint => weights(0.1, 0.9, 0.0, 0.0, 0.0),
            Self::ErrorWord => weights(0.8, 1.5, 0.0, 0.0, 0.2),
            Self::Add => weights(0.4, 0.0, 2.2, 0.0, 0.0),
            Self::Order => weights(0.5, 0.0, 1.2, 0.0, 0.0),
            Self::Change => weights(0.4, 0.0, 2.0, 0.0, 0.0),
            Self::Restructure => weights(1.0, 0.0, 2.4, 0.0, 0.0),
            // What a product ought to do is asked of those who write it.
            Self::Wish => weights(0.9, 0.0, 1.7, 0.0, 0.0),
            Self::WishHint => weights(0.15, 0.0, 0.9, 0.0, 0.0),
            Self::Callers => weights(1.0, 0.0, 0.4, 0.4, 0.0),
            Self::Where => weights(0.5, 0.0, 0.0, 2.2, 0.0),
            Self::How => weights(0.0, 0.0, 0.0, 1.4, 0.0),
            Self::What => weights(0.0, 0.0, 0.0, 1.1, 0.0),
            Self::Why => weights(0.05, 0.6, 0.0, 1.8, 0.0),
            Self::Show => weights(0.3, 0.0, 0.0, 1.6, 0.0),
            Self::Explain => weights(0.2, 0.0, 0.0, 2.0, 0.0),
            // People ask how a system does something; of their own life they ask how to do it.
            Self::Mechanism => weights(0.7, 0.0, 0.0, 2.0, 0.0),
            // Of the world as much as of a system: other words decide.
            Self::Works => weights(0.05, 0.0, 0.0, 1.8, 0.0),
            Self::Review => weights(0.8, 0.0, 0.0, 0.2, 3.0),
            Self::Judge => weights(0.2, 0.0, 0.0, 0.2, 2.7),
            Self::Risk => weights(0.8, 0.5, 0.0, 0.0, 1.3),
            Self::ChangeNoun => weights(0.9, 0.0, 0.2, 0.0, 0.9),
            Self::CallChain => weights(1.0, 0.0, 0.0, 2.4, 0.0),
            Self::Impact => weights(0.6, 0.0, 0.0, 2.4, 0.2),
            Self::Complexity => weights(0.9, 0.0, 0.0, 1.6, 0.2),
            Self::Hotspot => weights(0.8, 0.0, 0.0, 2.4, 0.0),
            Self::DependencyScan => weights(1.0, 0.0, 0.0, 0.2, 1.8),
            Self::Environment => weights(0.8, 0.2, 0.0, 0.0, 0.0),
            Self::TopicStrong => weights(-2.0, 0.0, 0.0, 0.0, 0.0),
            Self::TopicWeak => weights(-0.8, 0.0, 0.0, 0.0, 0.0),
            Self::Private => weights(-2.2, 0.0, 0.0, 0.0, 0.0),
            Self::Social => weights(-2.6, 0.0, 0.0, 0.0, 0.0),
            // Answered out of the conversation, or by the tool that is named.
            Self::Talk | Self::Operation => weights(-2.2, 0.0, 0.0, 0.0, 0.0),
            Self::Advice => weights(-1.0, 0.0, 0.0, 0.1, 0.1),
            Self::FirstPerson => weights(-0.8, 0.0, 0.0, 0.0, 0.0),
            Self::Define => weights(-0.5, 0.0, 0.0, 1.0, 0.0),
            Self::Knowledge => weights(0.1, 0.0, 0.0, 0.1, 0.0),
            Self::PrivateText => weights(-2.4, 0.0, 0.0, 0.0, 0.0),
            Self::Translate => weights(-1.2, 0.0, 0.6, 0.0, 0.0),
            Self::Fact => weights(-2.0, 0.0, 0.0, 0.2, 0.0),
        }
    }

    /// Whether the word itself names something: what a search could look for.
    pub(super) const fn is_content(self) -> bool {
        matches!(
            self,
            Self::CodeNoun
                | Self::TechNoun
                | Self::Ambiguous
                | Self::ProductPart
                | Self::Actor
                | Self::TopicStrong
                | Self::TopicWeak
                | Self::Knowledge
                | Self::Risk
                | Self::Environment
                | Self::DependencyScan
                | Self::Hotspot
                | Self::Complexity
                | Self::ChangeNoun
                | Self::RepoRef
        )
    }

    /// Whether the feature shows that a running system is spoken of.
    pub(super) const fn is_system(self) -> bool {
        matches!(
            self,
            Self::CodeNoun
                | Self::TechNoun
                | Self::ProductPart
                | Self::RepoRef
                | Self::Restructure
                | Self::ErrorWord
                | Self::ChangeNoun
                | Self::CallChain
                | Self::Callers
                | Self::DependencyScan
                | Self::Environment
                | Self::Hotspot
                | Self::Complexity
                | Self::Risk
        )
    }

    /// Whether the feature speaks for something else than code.
    pub(super) const fn is_topic(self) -> bool {
        matches!(
            self,
            Self::TopicStrong
                | Self::TopicWeak
                | Self::Private
                | Self::Social
                | Self::Talk
                | Self::Operation
                | Self::Advice
                | Self::FirstPerson
                | Self::PrivateText
                | Self::Translate
                | Self::Fact
        )
    }

    /// Whether the feature asks or tells something: without any, a short prompt is only a phrase.
    pub(super) const fn is_request(self) -> bool {
        let w = self.weights();
        w.debug + w.modify + w.explore + w.review >= 0.7
    }
}
