//! Everyday words that are the repository's own subject: a clinic for pets speaks of pets.
//!
//! Owns which words stop speaking against code because files are named with them. The repository is asked by English
//! words; what the files of a program in China are called is English as well.

use foreword_model::limits;
use foreword_model::repo::RepoView;

use super::familiar;
use super::features::Feature;
use super::lexicon::Hit;
use super::tokens::Prose;

/// So many other words of the prompt in names of files make its everyday words the subject of the repository.
const FAMILIAR_WORDS: usize = 2;

/// What programs call the everyday things that people build them for. Sorted by the Chinese word.
const ENGLISH: &[(&str, &[&str])] = &[
    ("书籍", &["book"]),
    ("停车", &["parking"]),
    ("健身", &["fitness", "workout"]),
    ("公司", &["company"]),
    ("医生", &["doctor", "vet"]),
    ("医院", &["hospital", "clinic"]),
    ("厨房", &["kitchen"]),
    ("地铁", &["metro", "subway"]),
    ("城市", &["city"]),
    ("基金", &["fund"]),
    ("天气", &["weather"]),
    ("学校", &["school"]),
    ("学生", &["student"]),
    ("孩子", &["child", "kid"]),
    ("宠物", &["pet"]),
    ("小孩", &["child", "kid"]),
    ("工作", &["job", "work"]),
    ("房子", &["house"]),
    ("房租", &["rent"]),
    ("房间", &["room"]),
    ("故事", &["story"]),
    ("旅游", &["travel", "tour"]),
    ("旅行", &["travel", "trip"]),
    ("机票", &["flight", "ticket"]),
    ("比赛", &["match", "contest"]),
    ("汽车", &["car"]),
    ("游戏", &["game"]),
    ("火车", &["train"]),
    ("狗", &["dog"]),
    ("猫", &["cat"]),
    ("生日", &["birthday", "birth"]),
    ("电影", &["movie", "film"]),
    ("疫苗", &["vaccine", "vaccination"]),
    ("礼物", &["gift"]),
    ("签证", &["visa"]),
    ("简历", &["resume"]),
    ("老师", &["teacher"]),
    ("考试", &["exam"]),
    ("股票", &["stock"]),
    ("菜谱", &["recipe"]),
    ("购物", &["shop", "shopping", "cart"]),
    ("车票", &["ticket"]),
    ("部门", &["department"]),
    ("酒店", &["hotel"]),
    ("音乐", &["music"]),
    ("食谱", &["recipe"]),
    ("餐厅", &["restaurant"]),
    ("饭店", &["restaurant"]),
];

/// Leaves out what speaks against code and is what the repository is about.
pub(super) fn without_own_subjects(hits: &mut Vec<Hit<Feature>>, prose: &Prose<'_>, repo: &dyn RepoView) {
    let is_everyday = |hit: &Hit<Feature>| {
        matches!(hit.feature, Feature::TopicStrong | Feature::TopicWeak | Feature::Private)
    };
    if hits.iter().any(|hit| hit.feature == Feature::Operation) && is_about_git(repo) {
        hits.retain(|hit| hit.feature != Feature::Operation);
    }
    if !hits.iter().any(is_everyday) {
        return;
    }
    let text = |hit: &Hit<Feature>| hit.text(prose);
    let mut asked: Vec<(&str, bool)> = Vec::new();
    for word in hits.iter().filter(|hit| is_everyday(hit)).map(text).take(limits::MENTIONS) {
        if !asked.iter().any(|(known, _)| *known == word) {
            asked.push((word, names_files(word, repo)));
        }
    }
    let is_own = |hit: &Hit<Feature>| asked.contains(&(text(hit), true));
    let familiar = familiar::carrying(prose, hits);
    let others = familiar.iter().filter(|word| !asked.iter().any(|(everyday, _)| everyday == *word));
    let known = others.take(limits::MENTIONS).filter(|word| repo.is_in_file_names(word)).count();
    hits.retain(|hit| {
        let is_subject = known >= FAMILIAR_WORDS && hit.feature != Feature::Private;
        !is_everyday(hit) || !(is_own(hit) || is_subject)
    });
}

/// A repository with files for all of this implements what others only do; a script for commits is in many.
fn is_about_git(repo: &dyn RepoView) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| repo.has_files_named(word));
    has(&["commit"]) && has(&["branch"]) && has(&["rebase", "stash", "checkout", "reflog"])
}

fn names_files(word: &str, repo: &dyn RepoView) -> bool {
    let english = ENGLISH.binary_search_by_key(&word, |(chinese, _)| *chinese);
    match english {
        Ok(at) => ENGLISH[at].1.iter().any(|english| repo.has_files_named(english)),
        Err(_) => word.bytes().all(|byte| byte.is_ascii_alphabetic()) && repo.has_files_named(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(ENGLISH.is_sorted_by_key(|(chinese, _)| *chinese));
    }
}
